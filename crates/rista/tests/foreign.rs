//! Tests of foreign functions on the command line: where their definitions are found, the messages if they are not, and
//! libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str =
    "((x : int)) (foreign (twice : int -> int) (more : (int, float) -> int)) (+ (twice x) (more (x, 1.5)))";

const TWICE: &str = "#include \"foreign.h\"\nvoid twice(int *result, int x) { *result = 2 * x; }\n";
const MORE: &str = "#include \"foreign.h\"\nvoid more(int *result, struct tuple_i32_f32_end x) { *result = x.v0 + (int)(2 * x.v1); }\n";

/// Returns a folder of the test with the program in `p.nova`.
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
    // The key of the cache depends on the files.
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
          struct p_context_config *cfg = p_context_config_new();\n\
          struct p_context *ctx = p_context_new(cfg);\n\
          int32_t result, again;\n\
          int code = p_entry_main(ctx, &result, 5) + p_call_main(ctx, &again, 5);\n\
          printf(\"%d %d %d\\n\", code, result, again);\n\
          p_context_free(ctx);\n\
          p_context_config_free(cfg);\n\
        }\n";
    fs::write(folder.join("main.c"), main).unwrap();
    let mut command = Command::new("cc");
    command.args(["-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-o", "main", "main.c", "lib.c"]);
    let output = command.args(["-lm", "-pthread"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = Command::new(folder.join("main")).output().unwrap();
    assert_eq!(text(&output.stdout), "0 15 15\n");
}

#[test]
fn what_foreign_functions_give_is_looked_at() {
    let folder = folder("wrong");
    fs::write(folder.join("p.nova"), "((n : int)) (foreign (f : int -> vector int)) (length (f n))").unwrap();
    fs::write(folder.join("p.foreign.c"), "void f(int *n, int **v, int x) { *n = x; *v = 0; }\n").unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "0"]), "0i32\n");
    let said = fails(&folder, &["run", "p.nova", "--", "-3"]);
    assert!(said.contains("The foreign function f returned a length of -3."), "{said}");
    let said = fails(&folder, &["run", "p.nova", "3"]);
    assert!(said.contains("The foreign function f returned no elements."), "{said}");
}

#[test]
fn wrong_signatures_are_errors_without_the_header_too() {
    let folder = folder("signatures");
    let more = "struct tuple_i32_f32_end { int v0; float v1; };\nvoid more(int *result, struct tuple_i32_f32_end x) { *result = x.v0; }\n";
    fs::write(folder.join("p.foreign.c"), "void twice(int *result, float x) { *result = 2 * x; }\n").unwrap();
    let wrong = fails(&folder, &["run", "p.nova", "3", "--foreign", "p.foreign.c"]);
    assert!(wrong.contains("conflicting types for") && wrong.contains("p.foreign.c"), "{wrong}");
    fs::write(folder.join("p.foreign.c"), format!("void twice(int *result, int x) {{ *result = 2 * x; }}\n{more}"))
        .unwrap();
    let wrong = fails(&folder, &["run", "p.nova", "3"]);
    assert!(wrong.contains("tuple_i32_f32_end") && wrong.contains("redefinition"), "{wrong}");
    let features = "#define _GNU_SOURCE\n#include <sched.h>\nint processors(void) { cpu_set_t set; CPU_ZERO(&set); return CPU_COUNT(&set); }\n";
    fs::write(folder.join("p.foreign.c"), format!("{features}{TWICE}{MORE}")).unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "3"]), "12i32\n");
}

#[test]
fn names_of_the_library_of_c_are_refused() {
    let folder = folder("names");
    let program =
        "((x : int)) (foreign (printf : int -> int) (exp : int -> int) (twice : int -> int)) (printf (exp (twice x)))";
    fs::write(folder.join("p.nova"), program).unwrap();
    fs::write(folder.join("p.foreign.c"), TWICE).unwrap();
    let said = fails(&folder, &["run", "p.nova", "3"]);
    let wanted = "have names that C's own library has:\n  void exp(int *, int)\n  void printf(int *, int)\nhelp: give them other names";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn segment_descriptors_that_a_function_gives_are_looked_at() {
    let folder = folder("segments");
    fs::write(folder.join("p.nova"), "((n : int)) (foreign (f : int -> vector vector int)) (map (reduce + 0) (f n))")
        .unwrap();
    let code = "#include <stdlib.h>\n\
        void f(int *n, int **segments, int **data, int x) {\n\
          int given[] = {x == 1, 1, x == 2 ? 0 : 2};\n\
          *n = x == 3 ? 0 : 3;\n\
          *segments = calloc(3, sizeof(int));\n\
          for (int i = 0; i < 3; i++)\n\
            (*segments)[i] = given[i];\n\
          *data = x == 4 ? NULL : calloc(2, sizeof(int));\n\
        }\n";
    fs::write(folder.join("p.foreign.c"), code).unwrap();
    assert_eq!(gives(&folder, &["run", "p.nova", "0"]), "[0i32, 0i32]\n");
    for (number, wanted) in [
        ("1", "returned segment descriptors that do not ascend from 0"),
        ("2", "returned segment descriptors that do not ascend from 0"),
        ("3", "returned no segment descriptors"),
        ("4", "returned no elements"),
    ] {
        let said = fails(&folder, &["run", "p.nova", number]);
        assert!(said.contains(&format!("The foreign function f {wanted}.")), "{number}: {said}");
    }
}

#[test]
fn places_in_code_for_kernels_are_those_of_its_files() {
    let folder = folder("kernels");
    fs::write(folder.join("p.nova"), "((X : vector int)) (foreign (twice : int -> int)) (map twice X)").unwrap();
    fs::write(folder.join("p.foreign.cl"), "void twice(int *result, int x) { *result = 2 * x; }").unwrap();
    gives(&folder, &["build", "p.nova", "--target", "opencl", "--emit", "kernels", "-o", "p"]);
    let text = fs::read_to_string(folder.join("p.cl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| *line == "#line 1 \"p.foreign.cl\"").expect("the place");
    assert_eq!(lines[at + 1], "void twice(int *result, int x) { *result = 2 * x; }");
    let back = lines.iter().position(|line| line.ends_with(" \"kernels\"")).expect("the end");
    assert_eq!(lines[back], format!("#line {} \"kernels\"", back + 2));
    assert_eq!(lines[back + 1], "void twice(int *, int);");
}

#[test]
fn foreign_functions_that_crash_or_end_the_program_are_named() {
    let folder = folder("crashing");
    fs::write(folder.join("p.nova"), "((n : int)) (foreign (f : int -> int)) (f n)").unwrap();
    let with = |body: &str| {
        let code = format!("#include <stdio.h>\n#include <stdlib.h>\nvoid f(int *r, int x) {{ *r = x; {body} }}\n");
        fs::write(folder.join("p.foreign.c"), code).unwrap();
        let said = fails(&folder, &["run", "p.nova", "3"]);
        assert!(said.contains("it calls foreign functions, which may be at fault"), "{body}: {said}");
        said
    };
    for crash in ["abort();", "*(volatile int *)8 = x;"] {
        assert!(with(crash).contains("the compiled program crashed"), "{crash}");
    }
    assert!(with("exit(0);").contains("prints malformed results"));
    assert!(with("exit(7);").contains("ended with exit status: 7"));
    assert!(with("printf(\"debugging: x is %d\\n\", x);").contains("prints malformed results"));
}

#[test]
fn foreign_files_have_names_that_c_can_have() {
    let folder = folder("names");
    fs::write(folder.join("a\"b.c"), TWICE).unwrap();
    let said = fails(&folder, &["run", "p.nova", "3", "--foreign", "a\"b.c"]);
    assert!(said.contains("cannot be named in C"), "{said}");
}
