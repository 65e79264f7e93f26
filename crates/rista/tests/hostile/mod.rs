//! Tests of hostile input: nested too deep, too large, or damaged. The compiler must answer in bounded time and memory.
//! It must not panic or report a bug of its own.
//!
//! Damaged input is made from the programs of `tests/` by seeded changes. A failing case is shrunk before it is shown.

mod damage;

use base::guard::{self, Guarded, Panic};
use base::{Error, SourceMap};
use damage::{damaged, smallest};
use driver::{Language, Level, Module, Settings, compile_source, no_other_files, run_to};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use value::{Reader, SplitMix64, read_npy, read_values, write_binary, write_npy};

/// The time limit, far more than any case needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// The number of damaged copies of each source.
const TIMES: u64 = 1;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns all files with the extension in a folder and below it.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => found.extend(files(&entry, extension)),
            false if entry.extension().is_some_and(|found| found == extension) => found.push(entry),
            false => {}
        }
    }
    found.sort();
    found
}

/// Compiles a source as far as possible. Only a bug of the compiler is an error, not a rejected source.
fn compile(text: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let file = sources.add("hostile.fut", text);
    let end = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files)
        .and_then(|front| run_to(front.module, Level::Imp, Settings { verify: true, ..Settings::default() }, &mut ()));
    match end {
        Err(Error::Bug(bug)) => Err(format!("bug {}", bug.phase)),
        Ok(_) | Err(Error::User(_) | Error::Limitation(_)) => Ok(()),
    }
}

/// Parses a level's text, and runs the following passes if the verifier accepts it. A rule that the text breaks is not
/// a defect of the compiler.
fn compile_text(level: Level, text: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let file = sources.add("hostile", text);
    match Module::parse(level, file, text) {
        Ok(module) => {
            if module.verify().is_ok() {
                let _ = run_to(module, Level::Imp, Settings { verify: true, ..Settings::default() }, &mut ());
            }
            Ok(())
        }
        Err(Error::Bug(bug)) => Err(format!("bug {}", bug.phase)),
        Err(_) => Ok(()),
    }
}

/// Runs the work on the text under guard. Returns its fault in a few words, which are the same for the same cause.
fn fault(text: &str, work: impl Fn(&str) -> Result<(), String> + Send + Clone + 'static) -> Option<String> {
    let text = text.to_owned();
    match guard::run(LIMIT, move || work(&text)) {
        Guarded::Done(result) => result.err(),
        Guarded::Panicked(Panic { place, .. }) => Some(format!("panic at {place}")),
        Guarded::TimedOut => Some("time-out".to_owned()),
    }
}

/// Damages each text, and shows the smallest case of each kind of fault.
fn attack(
    seed: u64,
    texts: &[String],
    words: &[String],
    work: impl Fn(&str) -> Result<(), String> + Send + Clone + 'static,
) -> Vec<String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut random = SplitMix64::new(seed);
    for text in texts {
        for _ in 0..TIMES {
            let hostile = damaged(text, words, &mut random);
            if let Some(kind) = fault(&hostile, work.clone())
                && !found.iter().any(|(known, _)| *known == kind)
            {
                found.push((kind, hostile));
            }
        }
    }
    let shown = |(kind, text): (String, String)| {
        let same = |text: &str| fault(text, work.clone()).as_deref() == Some(kind.as_str());
        format!("{kind}:\n{}", smallest(&text, same))
    };
    found.into_iter().map(shown).collect()
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults\n\n{}", faults.len(), faults.join("\n----\n"));
}

#[test]
fn damaged_sources() {
    let texts: Vec<String> =
        files(&root().join("tests"), "fut").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(texts.len() > 100);
    let words = damage::words(&texts);
    none(&attack(1, &texts, &words, compile));
}

#[test]
fn damaged_texts_of_all_levels() {
    let mut faults = Vec::new();
    for level in Level::ALL {
        let texts: Vec<String> = files(&root().join("tests/core"), "core")
            .iter()
            .filter_map(|path| {
                let text = fs::read_to_string(path).unwrap();
                let mut sources = SourceMap::default();
                let file = sources.add("program", &text);
                let module = Module::parse(Level::Core, file, &text).unwrap();
                run_to(module, level, Settings { verify: false, ..Settings::default() }, &mut ())
                    .ok()
                    .map(|module| module.print())
            })
            .collect();
        assert!(texts.len() > 4);
        let words = damage::words(&texts);
        let work = move |text: &str| compile_text(level, text);
        let found = attack(2, &vec![texts; 16].concat(), &words, work);
        faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", level.name())));
    }
    none(&faults);
}

/// Constructs that nest: the text before, the repeated opening and the repeated closing.
const NESTS: &[[&str; 3]] = &[
    ["def x = ", "(", "1)"],
    ["def x = ", "[", "1]"],
    ["def x = ", "(1, ", "1)"],
    ["def x = ", "{a = ", "1}"],
    ["def x = ", "-", "1"],
    ["def x = ", "!", "true"],
    ["def x = ", "1 + ", "1"],
    ["def x = ", "1 ** (", "1)"],
    ["def x = ", "\\y -> ", "y"],
    ["def x = ", "let y = 1 in ", "y"],
    ["def x = ", "let y = ", "1 in y"],
    ["def x = ", "if true then 1 else ", "2"],
    ["def x = ", "if ", "true then true else true"],
    ["def x = ", "match 1 case _ -> ", "2"],
    ["def x = ", "loop y = 1 for i < 2 do ", "y"],
    ["def x = ", "#some (", "1)"],
    ["def x = ", "i32.abs (", "1)"],
    ["def f (x: ", "[]", "i32) = x"],
    ["def f (x: ", "(i32, ", "i32)) = x"],
    ["def f (x: ", "i32 -> ", "i32) = x"],
    ["def f ", "(", "x) = x"],
    ["def f x = x", "[0", "]"],
    ["def f x = x", "[0]", ""],
    ["def f x = x", ".a", ""],
    ["def f x = x", " |> f", ""],
    ["", "module m = { ", "def x = 1 }"],
    ["", "#[a(", "1)] def x = 1"],
    ["", "-- ", "\ndef x = 1"],
];

/// Returns two texts nested to the given depth: a closed one, and an unclosed one.
fn nested([start, open, close]: [&str; 3], depth: usize) -> Vec<String> {
    let unclosed = format!("{start}{}", open.repeat(depth));
    let closing = ["(", "[", "{", "if "].iter().any(|bracket| open.contains(bracket)) || open.ends_with("= ");
    let (inner, end) = match close.split_once(|c: char| " )}]".contains(c)) {
        Some((inner, _)) => close.split_at(inner.len()),
        None => (close, ""),
    };
    let whole = if closing { format!("{unclosed}{inner}{}", end.repeat(depth)) } else { format!("{unclosed}{close}") };
    vec![whole, unclosed]
}

#[test]
fn deep_sources() {
    let sources = NESTS.iter().flat_map(|nest| nested(*nest, 10_000));
    let faults = sources.filter_map(|text| {
        let kind = fault(&text, compile)?;
        Some(format!("{kind}: {}...", text.get(..80).unwrap_or(&text)))
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn deep_texts_of_all_levels() {
    let mut faults = Vec::new();
    for level in Level::ALL {
        for open in ["(", "[", "{", "def @f(", "let x : [", "-", "if true { ", "\\(", "fun main(", "1 + ("] {
            for text in [open.repeat(20_000), format!("def @main() = {}", open.repeat(20_000))] {
                let found = fault(&text, move |text| compile_text(level, text));
                faults.extend(found.map(|kind| format!("{}: {kind}: {open} many times", level.name())));
            }
        }
    }
    none(&faults);
}

/// Sources of ten megabytes: of one token, one line, one expression, or many definitions.
#[test]
fn large_sources() {
    const SIZE: usize = 10 << 20;
    let fill = |part: &str| part.repeat(SIZE / part.len());
    let texts = [
        fill("a"),
        format!("def x = {}", fill("1")),
        format!("def x = 0.{}", fill("7")),
        format!("-- {}", fill("comment ")),
        fill("\n"),
        fill("("),
        fill("\""),
        fill("\u{0}"),
        fill("é"),
        fill("def "),
        format!("def x = [{}1]", fill("12i32, ")),
        format!("def x = 1{}", fill(" + 1")),
        format!("def x = \"{}\"", fill("text")),
        format!("def f x = x{}", fill(" x")),
    ];
    let faults = texts.iter().filter_map(|text| {
        let kind = fault(text, compile)?;
        Some(format!("{kind}: {}...", text.chars().take(40).collect::<String>()))
    });
    none(&faults.collect::<Vec<_>>());
}

/// Returns bytes that hold values in all forms.
fn value_files() -> Vec<Vec<u8>> {
    let texts =
        ["1i32", "[[1.5, 2.5], [3, -f64.inf]]", "empty([0][3]u8)", "[true, false] 0x1F -3i8", "\"text\" f16.nan"];
    let mut files: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    for text in texts {
        let (mut binary, mut npy) = (Vec::new(), Vec::new());
        for value in read_values(text.as_bytes()).unwrap() {
            write_binary(&value, &mut binary).unwrap();
            npy.clear();
            write_npy(&value, &mut npy).unwrap();
        }
        files.extend([binary, npy]);
    }
    // Shapes too large for any memory.
    for size in [u64::MAX, 1 << 62, 1 << 40] {
        for shape in [vec![size], vec![size, size], vec![0, size, size], vec![2, size]] {
            let mut bytes = vec![b'b', 2, shape.len() as u8];
            bytes.extend(b" i32");
            shape.iter().for_each(|size| bytes.extend(size.to_le_bytes()));
            files.push(bytes);
            let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
            let header = format!("{{'descr': '<i4', 'fortran_order': False, 'shape': ({},), }}", sizes.join(", "));
            let length = (header.len() as u16).to_le_bytes();
            files.push([b"\x93NUMPY\x01\x00", &length[..], header.as_bytes()].concat());
            files.push(format!("empty([{}]i32)", sizes.join("][")).into_bytes());
        }
    }
    files.push(b"[".repeat(100_000));
    files
}

/// Reads values in every form and of every type.
fn read_all(bytes: &[u8]) {
    let _ = read_npy(bytes);
    let _ = read_values(bytes);
    for elem in [value::ScalarType::I32, value::ScalarType::F16, value::ScalarType::Bool] {
        for rank in 0..3 {
            let mut reader = Reader::new(bytes);
            while !reader.is_at_end() && reader.read_value_as(elem, rank).is_ok() {}
        }
    }
}

#[test]
fn damaged_values() {
    let mut random = SplitMix64::new(3);
    for file in value_files() {
        for round in 0..60 {
            let mut bytes = file.clone();
            match round {
                0 => {}
                1..20 => bytes.truncate(random.below(file.len() as u64 + 1) as usize),
                _ => (0..1 + random.below(4)).for_each(|_| {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes.get_mut(at).into_iter().for_each(|byte| *byte = random.next_u64() as u8);
                }),
            }
            let shown = format!("{:?}", &bytes[..bytes.len().min(200)]);
            let ended = guard::run(LIMIT, move || read_all(&bytes));
            assert!(matches!(ended, Guarded::Done(())), "{shown}: {ended:?}");
        }
    }
}

/// With two gigabytes of address space, most of which the stack reserves, hostile input is rejected as usual, and recursion
/// that is too deep is a failure.
#[test]
fn memory_is_bounded() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("echo.fut");
    fs::write(&source, "entry main [n] [m] (xs: [n][m]i32) = xs").unwrap();
    for (at, bytes) in value_files().into_iter().enumerate() {
        let input = folder.join(format!("{at}.in"));
        fs::write(&input, &bytes).unwrap();
        bounded(&["run", "--target", "core", source.to_str().unwrap(), "-i", input.to_str().unwrap()]);
    }
    let large = folder.join("large.fut");
    fs::write(&large, "(".repeat(10 << 20)).unwrap();
    bounded(&["check", large.to_str().unwrap()]);
    let deep = folder.join("deep.fut");
    fs::write(&deep, "entry main (n: i64) : i64 = if n == 0 then 0 else n + main (n - 1)").unwrap();
    bounded(&["run", "--target", "core", deep.to_str().unwrap(), "1000000000"]);
}

/// Runs a command that must end by itself, with success or with a message.
#[track_caller]
fn bounded(words: &[&str]) {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 2000000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_rista")]).args(words);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{words:?}: {}: {messages}", output.status);
    assert!(output.status.success() || !messages.is_empty(), "{words:?}");
}
