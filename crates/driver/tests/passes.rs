//! Tests of passes on small programs, step by step. `tests/passes` has programs whose first line names passes, each
//! with a file that contains the program after every pass. All steps pass the verifier and give the same results at
//! each entry point without parameters. `BLESS=1` rewrites the steps; check the difference before committing.

use crate::common::on_large_stack;
use base::SourceMap;
use rista_driver::{
    Language, Level, Machine, Module, Settings, compile_source, find_pass, no_other_files, passes_between, run_pass,
    run_to,
};
use std::path::{Path, PathBuf};

#[test]
fn steps_are_as_written() {
    on_large_stack(|| {
        let problems: Vec<String> = programs().iter().filter_map(|path| check(path).err()).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n\n"));
    });
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/passes");
    let files = std::fs::read_dir(folder).expect("tests/passes").map(|file| file.expect("a file").path());
    let mut programs: Vec<PathBuf> = files.filter(|path| path.extension().is_none_or(|end| end != "steps")).collect();
    programs.sort();
    programs
}

/// Runs the passes, and compares (or writes) the resulting programs.
fn check(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let first = source.lines().next().unwrap_or_default();
    let passes = first.trim_start_matches(['-', ';']).trim().strip_prefix("passes:");
    let passes = passes.ok_or_else(|| format!("{name}: the first line is not `-- passes: NAME ..` (or with `;;`)"))?;
    let steps = steps(&name, &source, passes.split_whitespace()).map_err(|error| format!("{name}: {error}"))?;
    let expected = path.with_extension("steps");
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&expected, steps).map_err(|error| format!("{name}: {error}"));
    }
    match std::fs::read_to_string(&expected) {
        Ok(text) if text == steps => Ok(()),
        Ok(text) => Err(format!("{name}: other steps than those written down; now:\n{}", difference(&text, &steps))),
        Err(error) => Err(format!("{}: {error}", expected.display())),
    }
}

/// Returns the program after each pass, under a heading. For a source program, the passes that come before in the
/// pipeline run first.
fn steps<'p>(name: &str, source: &str, passes: impl Iterator<Item = &'p str> + Clone) -> Result<String, String> {
    let pipeline = passes_between(Level::Core, Level::Imp, Machine::Thread).into_iter();
    let later = pipeline.skip_while(|name| !passes.clone().any(|pass| pass == *name));
    let without = later.chain(passes.clone()).filter_map(find_pass).collect();
    let settings = Settings { verify: true, without, ..Settings::default() };
    let mut sources = SourceMap::default();
    let file = sources.add(name, source);
    let extension = name.rsplit('.').next().unwrap_or_default();
    let shown = |error: base::Error| format!("{error:?}");
    let mut module = match (Language::from_extension(extension), Level::from_name(extension)) {
        (Some(language), _) => compile_source(language, &mut sources, file, &mut no_other_files).map_err(shown)?.module,
        (None, Some(level)) => Module::parse(level, file, source).map_err(shown)?,
        (None, None) => return Err("a file of no language and no level".to_owned()),
    };
    module.verify().map_err(shown)?;
    let results = evaluate(&module);
    let mut text = String::new();
    for name in passes {
        let pass = find_pass(name).ok_or_else(|| format!("there is no pass `{name}`"))?;
        if module.level() < pass.from {
            module = run_to(module, pass.from, settings, &mut ()).map_err(shown)?;
            text.push_str(&format!("==== at the start\n\n{}\n", module.print()));
        }
        // The pass runs completely, including passes that the pipeline omits.
        let settings = Settings { without: Default::default(), ..settings };
        module = run_pass(pass, module, settings, &mut ()).map_err(shown)?;
        text.push_str(&format!("==== {name}\n\n{}\n", module.print()));
        let now = evaluate(&module);
        if now != results {
            return Err(format!("after {name} the program gives {now:?}, before the passes {results:?}"));
        }
    }
    Ok(text)
}

/// Returns the results or failures of the entry points without parameters.
fn evaluate(module: &Module) -> Vec<String> {
    let entries = module.entries();
    let closed = entries.iter().filter(|entry| entry.param_leaves().is_empty());
    closed.map(|entry| format!("{}: {:?}", entry.name, module.eval(&entry.name, Vec::new()))).collect()
}

/// Returns the lines around the first difference.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(5);
    found.lines().skip(from).take(40).map(|line| format!("{line}\n")).collect()
}
