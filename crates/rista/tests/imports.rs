//! Tests of programs of several files on the command line. Paths are relative to the importing files, whatever the
//! current folder is, and a changed file makes another program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("imports").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn rista(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(arguments).current_dir(folder).env("RISTA_CACHE", folder.join("cache"));
    command.output().expect("the command line starts")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn stderr(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_program_is_found_from_any_folder() {
    let main = b"import \"../lib/two\" def main (x: i32) : i32 = x * two";
    let files: &[(&str, &[u8])] =
        &[("src/main.fut", main), ("lib/two.fut", "\u{feff}def two = 2i32".as_bytes()), ("other/empty", b"")];
    let folder = folder("from_any_folder", files);
    let absolute = folder.join("src/main.fut").display().to_string();
    for (from, program) in [(".", "src/main.fut"), ("src", "main.fut"), ("other", "../src/main.fut"), (".", &absolute)]
    {
        let output = rista(&folder.join(from), &["run", "--target", "core", program, "21"]);
        assert_eq!(stdout(&output), "42i32", "{program} from {from}");
    }
}

#[test]
fn a_changed_file_makes_another_program() {
    let main = b"import \"n\" def main : i32 = n";
    let folder = folder("changed", &[("main.fut", main), ("n.fut", b"def n = 1i32")]);
    assert_eq!(stdout(&rista(&folder, &["run", "main.fut"])), "1i32");
    fs::write(folder.join("n.fut"), "def n = 2i32").unwrap();
    assert_eq!(stdout(&rista(&folder, &["run", "main.fut"])), "2i32");
}

#[test]
fn files_that_are_no_text_are_reported_at_the_import() {
    let main = b"import \"folder\"\nimport \"binary\"\nimport \"\"\ndef main = true";
    let folder = folder("no_text", &[("main.fut", main), ("folder.fut/a", b""), ("binary.fut", b"\xff\xfe")]);
    let said = stderr(&rista(&folder, &["check", "main.fut"]));
    let reasons = ["folder.fut: it is a folder", "binary.fut is not UTF-8 text", ".fut: there is no such file"];
    for (line, reason) in reasons.into_iter().enumerate() {
        assert!(said.contains(reason) && said.contains(&format!("main.fut:{}:1", line + 1)), "{reason}\n{said}");
    }
}
