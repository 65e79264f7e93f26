//! Tests on a fixed set of generated programs: every evaluator and compiled C agree on them. `cargo run --release -p
//! rista-fuzz -- --seeds 0..10000` tests more programs and shrinks those that show a fault; `--nova` selects NOVA.

use fuzz::check::{Compiling, check, compiled, evaluated, is_refusal};
use fuzz::plant::Plant;
use fuzz::program::Type;
use fuzz::shrink::shrink;
use fuzz::{Changes, Fault, NovaType, Program, Typed, generate};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

const PROGRAMS: u64 = 36;
const NOVA_PROGRAMS: u64 = 16;
const THREADS: u64 = 2;
/// The number of programs in a C file.
const GROUP: u64 = 24;
/// The largest number of programs in which a fault is planted until one shows it.
const PLANTED: u64 = 300;
/// The largest number of lines to which this program must shrink.
const FEW_LINES: usize = 8;

#[test]
fn the_same_seed_gives_the_same_program() {
    assert_eq!(generate(7), generate(7));
    assert_ne!(generate(7).to_string(), generate(8).to_string());
    assert_eq!(NovaType::generate(7), NovaType::generate(7));
    assert_ne!(NovaType::generate(7).to_string(), NovaType::generate(8).to_string());
}

#[test]
fn workers_report_the_faults_of_all_groups() {
    let arguments = ["--seeds=0..6", "--group=2", "--no-c", "--shrink=0", "--plant=lost-tail"];
    let output = Command::new(env!("CARGO_BIN_EXE_rista-fuzz")).args(arguments).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let faults = text.lines().filter(|line| line.starts_with("seed ")).count();
    let (_, counts) = text.split_once("6 programs\n").unwrap_or_else(|| panic!("{text}"));
    let counted: usize = counts.lines().filter_map(|line| line.split_whitespace().next()?.parse::<usize>().ok()).sum();
    assert!(faults > 2 && faults == counted && !text.contains("ended process"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn generated_programs_do_the_same_everywhere() {
    assert_eq!(all_agree::<Type>(PROGRAMS), 0);
}

#[test]
fn generated_programs_in_nova_do_the_same_everywhere() {
    let refused = all_agree::<NovaType>(NOVA_PROGRAMS);
    assert!(refused * 5 < NOVA_PROGRAMS, "{refused} of {NOVA_PROGRAMS} programs hold what is not supported yet");
}

/// Checks that all programs agree. Returns the number of programs that are rejected.
fn all_agree<T: Typed>(programs: u64) -> u64 {
    let refused = Mutex::new(0);
    let faults = Mutex::new(Vec::new());
    let (runs, failures) = (Mutex::new(0), Mutex::new(0));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (refused, faults, runs, failures) = (&refused, &faults, &runs, &failures);
            scope.spawn(move || {
                for group in (thread..programs.div_ceil(GROUP)).step_by(THREADS as usize) {
                    let seeds = group * GROUP..programs.min((group + 1) * GROUP);
                    let (mut good, mut prepared) = (Vec::new(), Vec::new());
                    for seed in seeds {
                        match evaluated(&T::generate(seed), &Changes::default()) {
                            Ok(program) => {
                                let outcomes = program.expected.iter().flatten();
                                *runs.lock().unwrap() += program.expected.len();
                                *failures.lock().unwrap() += outcomes.filter(|outcome| outcome.is_err()).count();
                                good.push(seed);
                                prepared.push(program);
                            }
                            Err(fault) if is_refusal::<T>(&fault.kind) => *refused.lock().unwrap() += 1,
                            Err(fault) => faults.lock().unwrap().push((seed, fault)),
                        }
                    }
                    let verdicts = good.into_iter().zip(compiled(&prepared, Compiling::default()));
                    let bad = verdicts.filter_map(|(seed, verdict)| verdict.err().map(|fault| (seed, fault)));
                    faults.lock().unwrap().extend(bad);
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    let shown: Vec<String> = faults.iter().map(|(seed, fault)| format!("seed {seed}: {}", fault.kind)).collect();
    let smallest = faults.first().map(|(seed, fault)| smaller(&T::generate(*seed), fault)).unwrap_or_default();
    assert!(faults.is_empty(), "{}\n\nthe first of them, made smaller:\n{smallest}", shown.join("\n"));
    // Most runs have results; a few fail, which must also be the same everywhere.
    let (runs, failures) = (runs.into_inner().unwrap(), failures.into_inner().unwrap());
    assert!(failures > 0 && failures * 5 < runs, "{failures} of {runs} runs fail");
    refused.into_inner().unwrap()
}

/// Returns the shrunk program with its fault.
fn smaller<T: Typed>(program: &Program<T>, fault: &Fault) -> String {
    let with_c = fault.kind.ends_with(" c") || fault.kind.starts_with("C ");
    let trials = if with_c { 30 } else { 300 };
    let same = |program: &Program<T>| {
        check(program, &Changes::default(), with_c.then(Compiling::default))
            .is_err_and(|other| other.kind == fault.kind)
    };
    format!("{}\n{}", fault.detail, shrink(program, trials, same))
}

/// The shrinker leaves only the parts of a program that a fault needs.
#[test]
fn programs_are_made_smaller() {
    let program = (0..).map(generate).find(|program| program.to_string().contains("scatter")).unwrap();
    let small = shrink(&program, 5000, |program| program.to_string().contains("scatter"));
    assert!(small.to_string().len() * 4 < program.to_string().len());
    assert!(small.inputs.len() == 1 && small.definitions.len() <= 2, "{small}");
}

/// Each kind of fault that is planted in kernels is found, and shown by a few lines.
#[test]
fn planted_faults_are_found_and_made_small() {
    [Plant::MissingWait, Plant::LostTail, Plant::PlainAccess].into_iter().for_each(is_found::<Type>);
}

#[test]
fn planted_faults_are_found_in_nova_and_made_small() {
    is_found::<NovaType>(Plant::LostTail);
}

fn is_found<T: Typed>(plant: Plant) {
    let changes = Changes { plant: Some(plant), ..Changes::default() };
    let fault_of =
        |program: &Program<T>| check(program, &changes, None).err().filter(|fault| !is_refusal::<T>(&fault.kind));
    let found = (0..PLANTED).map(T::generate).find_map(|program| fault_of(&program).map(|fault| (program, fault)));
    let (program, fault) = found.unwrap_or_else(|| panic!("{plant:?} is not found"));
    assert!(fault.kind.ends_with(" kernels"), "{plant:?}: {}: {}", fault.kind, fault.detail);
    let small = shrink(&program, 2000, |program| fault_of(program).is_some_and(|other| other.kind == fault.kind));
    let lines = small.to_string().lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= FEW_LINES, "{plant:?}: {}\n{small}", fault.detail);
}

#[test]
fn plain_functions_are_lambdas() {
    let ty = NovaType::function(
        &[NovaType::INT, NovaType::function(&[NovaType::BOOL], &NovaType::INT)],
        &NovaType::vector(&NovaType::INT),
    );
    assert_eq!(ty.to_string(), "int -> (bool -> int) -> vector int");
    assert!(ty.plain().starts_with("(lambda (x0_ : int) (x1_ : bool -> int) : vector int (map"));
}
