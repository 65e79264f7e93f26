//! Every program under `tests/core` gives the same results, or the same failure, in the evaluator of CORE and of FUN,
//! before and after each pass of the FUN optimiser; and every level's verifier accepts it.

use base::{SourceMap, Stop};
use fun::verify::Mode;
use value::{Scalar, Value};

type Outcome = Result<Vec<Value>, String>;

fn outcome(result: Result<Vec<Value>, Stop>) -> Outcome {
    match result {
        Ok(values) => Ok(values),
        Err(Stop::Failure(failure)) => Err(failure.message),
        Err(stop) => panic!("{stop}"),
    }
}

fn verified(program: &fun::def::Program, after: &str) {
    let faults = fun::verify::verify(program, Mode::Fun);
    let text: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
    assert!(faults.is_empty(), "after {after}: {}\n{}", text.join("\n"), fun::text::print(program));
}

fn eval_fun(program: &fun::def::Program, args: &[Value]) -> Outcome {
    outcome(fun::eval::run_entry(program, "main", args.to_vec(), Default::default()))
}

type OptPass = (&'static str, fn(fun::def::Program) -> Result<fun::def::Program, base::Error>);

const PASSES: &[OptPass] = &[
    ("inline", rista_fun_opt::inline::inline),
    ("simplify", rista_fun_opt::simplify::simplify),
    ("cse", rista_fun_opt::cse::common_subexpressions),
    ("dead-code", rista_fun_opt::dead::dead_code),
    ("hoist", rista_fun_opt::hoist::hoist),
    ("fuse", rista_fun_opt::fuse::fuse),
    ("simplify", rista_fun_opt::simplify::simplify),
    ("cse", rista_fun_opt::cse::common_subexpressions),
    ("dead-code", rista_fun_opt::dead::dead_code),
];

fn agree(name: &str, text: &str, args: Vec<Value>) {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let core = core_ir::text::parse(file, text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    core_ir::verify::verify(&core).unwrap_or_else(|bug| panic!("{name}: {bug}"));
    let expected = outcome(core_ir::eval::run_entry(&core, "main", args.clone(), Default::default()));
    let mut program = fun::lower::lower(&core).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    verified(&program, &format!("lowering {name}"));
    assert_eq!(eval_fun(&program, &args), expected, "{name} {args:?}\n{}", fun::text::print(&program));
    for (pass, run) in PASSES {
        let before = fun::text::print(&program);
        program = run(program).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        verified(&program, &format!("{pass} on {name}\n{before}\n"));
        assert_eq!(eval_fun(&program, &args), expected, "{name} after {pass}\n{before}\n{}", fun::text::print(&program));
    }
}

#[test]
fn programs_agree_on_all_levels() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/core");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("tests/core exists").flatten().map(|e| e.path()).collect();
    files.sort();
    assert!(files.len() >= 6, "the programs are there");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the program can be read");
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let takes_number = text.contains("@main(n : i64)");
        if !takes_number {
            agree(&name, &text, Vec::new());
            continue;
        }
        for n in 0..6 {
            agree(&name, &text, vec![Value::Scalar(Scalar::I64(n))]);
        }
    }
}
