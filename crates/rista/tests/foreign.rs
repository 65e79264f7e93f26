//! Foreign functions from the command line: where their definitions are found, what is said where they are not, and libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str =
    "((x : int)) (foreign (twice : int -> int) (more : (int, float) -> int)) (+ (twice x) (more (x, 1.5)))";

const TWICE: &str = "#include \"foreign.h\"\nvoid twice(int *result, int x) { *result = 2 * x; }\n";
const MORE: &str = "#include \"foreign.h\"\nvoid more(int *result, struct tuple_i32_f32_end x) { *result = x.v0 + (int)(2 * x.v1); }\n";

/// A folder of the test's own with the program in `p.nova`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("p.nova"), PROGRAM).unwrap();
    folder
}

fn rista(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(words).current_dir(folder).env("RISTA_CACHE", folder.join("cache")).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn fails(folder: &Path, words: &[&str]) -> String {
    let output = rista(folder, words);
    assert_eq!(output.status.code(), Some(1), "{words:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

fn gives(folder: &Path, words: &[&str]) -> String {
    let output = rista(folder, words);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn definitions_are_beside_the_program_or_named() {
    let folder = folder("named");
    let missing = fails(&folder, &["run", "p.nova", "3"]);
    assert!(missing.contains("  void more(int *, struct tuple_i32_f32_end)\n  void twice(int *, int)\n"), "{missing}");
    fs::write(folder.join("p.foreign.c"), TWICE).unwrap();
    let missing = fails(&folder, &["run", "p.nova", "3"]);
    assert!(missing.contains("void more(") && !missing.contains("void twice("), "{missing}");
    fs::write(folder.join("p.foreign.c"), format!("{TWICE}{MORE}")).unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "3"]), "12i32\n");
    // What the cache keeps depends on the files.
    fs::write(folder.join("p.foreign.c"), format!("{TWICE}{MORE}").replace("2 * x;", "3 * x;")).unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "3"]), "15i32\n");
    fs::write(folder.join("a.c"), TWICE).unwrap();
    fs::write(folder.join("b.c"), MORE).unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "3", "--foreign", "a.c", "--foreign", "b.c"]), "12i32\n");
    gives(&folder, &["build", "p.nova", "--foreign", "a.c", "--foreign", "b.c"]);
    let wrong = fails(&folder, &["run", "p.nova", "3", "--foreign", "none.c"]);
    assert!(wrong.contains("there is no file none.c"), "{wrong}");
    fs::write(folder.join("a.c"), TWICE.replace("int x)", "float x)")).unwrap();
    let wrong = fails(&folder, &["run", "p.nova", "3", "--foreign", "a.c", "--foreign", "b.c"]);
    assert!(wrong.contains("conflicting types for") && wrong.contains("a.c"), "{wrong}");
}

#[test]
fn evaluators_say_that_they_cannot() {
    let folder = folder("evaluators");
    for target in ["core", "fun", "funmem", "imp"] {
        let said = fails(&folder, &["run", "p.nova", "3", "--target", target]);
        assert!(said.contains("runs in compiled programs only"), "{target}: {said}");
    }
}

#[test]
fn a_library_declares_what_its_user_defines() {
    let folder = folder("library");
    gives(&folder, &["build", "p.nova", "--library", "-o", "lib"]);
    let main = "#include \"lib.h\"\n#include <stdio.h>\n\
        void twice(int *result, int x) { *result = 2 * x; }\n\
        void more(int *result, struct tuple_i32_f32_end x) { *result = x.v0; }\n\
        int main(void) {\n\
          struct futhark_context_config *cfg = futhark_context_config_new();\n\
          struct futhark_context *ctx = futhark_context_new(cfg);\n\
          int32_t result;\n\
          int code = futhark_entry_main(ctx, &result, 5);\n\
          printf(\"%d %d\\n\", code, result);\n\
          futhark_context_free(ctx);\n\
          futhark_context_config_free(cfg);\n\
        }\n";
    fs::write(folder.join("main.c"), main).unwrap();
    let mut command = Command::new("cc");
    command.args(["-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-o", "main", "main.c", "lib.c"]);
    let output = command.args(["-lm", "-pthread"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = Command::new(folder.join("main")).output().unwrap();
    assert_eq!(text(&output.stdout), "0 15\n");
}

#[test]
fn what_foreign_functions_give_is_looked_at() {
    let folder = folder("wrong");
    fs::write(folder.join("p.nova"), "((n : int)) (foreign (f : int -> vector int)) (length (f n))").unwrap();
    fs::write(folder.join("p.foreign.c"), "void f(int *n, int **v, int x) { *n = x; *v = 0; }\n").unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "0"]), "0i32\n");
    let said = fails(&folder, &["run", "p.nova", "--", "-3"]);
    assert!(said.contains("The foreign function f gave a length of -3."), "{said}");
    let said = fails(&folder, &["run", "p.nova", "3"]);
    assert!(said.contains("The foreign function f gave no elements."), "{said}");
}
