//! Tests of a library through its C interface, also with its header in C++, and of a program through its command line:
//! errors, memory and values. The C compiler runs with warnings as errors and with the address and undefined-behaviour
//! sanitizers, which also report leaks.

use base::SourceMap;
use rista_back::c::{Device, LibraryOptions, write_library, write_program};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = r#"
def pick (xs : []i64) (i : i64) : i64 = xs[i]
def set *(xs : []i32) (i : i64) (v : i32) : *[]i32 = xs with [i] = v
def same (xs : []i32) : []i32 = xs
def constants : []i32 = [5i32, 6i32, 7i32]
def grid (a : [][]f64) : ([][]f64, f64, i64) = (transpose(a), a[0i64, 0i64], 3i64)
def zeros (n : i64) : []i64 = replicate(n, 0i64)
def rows (n : i64) (m : i64) : [][]i64 = replicate(n, replicate(m, 0i64))
def scalars (a : f16) (b : bool) (c : u8) (d : f32) (e : i8) : (f16, bool, u8, f32, i8) = (a, b, c, d, e)
def arrays (a : []f16) (b : [][]bool) (c : []u8) (d : []f32) (e : []i8) : ([]f16, [][]bool, []u8, []f32, []i8) =
  (a, b, c, d, e)
entry pick = @pick (xs : []i64, i : i64) -> i64
entry set = @set (xs : *[]i32, i : i64, v : i32) -> *[]i32
entry same = @same (xs : []i32) -> []i32 doc "What goes in comes out."
entry constants' = @constants () -> []i32
entry grid = @grid (a : [][]f64) -> ([][]f64, f64, i64)
entry main = @zeros (n : i64) -> []i64
entry rows = @rows (n : i64, m : i64) -> [][]i64
entry scalars = @scalars (a : f16, b : bool, c : u8, d : f32, e : i8) -> (f16, bool, u8, f32, i8)
entry arrays = @arrays (a : []f16, b : [][]bool, c : []u8, d : []f32, e : []i8) -> ([]f16, [][]bool, []u8, []f32, []i8)
"#;

/// A program that uses the interface and returns 0 if all results are as expected.
const USER: &str = include_str!("library.c");

/// Linker options that replace the allocation functions by the user's own.
const WRAP: &str = "-Wl,--wrap=malloc,--wrap=aligned_alloc";

/// A C++ program that includes the header.
const CPP_USER: &str = "#include \"lib.h\"\nint main() { return futhark_get_tuning_param_count(); }\n";

fn program() -> (imp::def::Program, SourceMap) {
    lowered(PROGRAM, mem::to_imp::to_imp)
}

type ToImp = fn(&fun::def::Program) -> Result<imp::def::Program, base::Error>;

fn lowered(text: &str, to_imp: ToImp) -> (imp::def::Program, SourceMap) {
    let mut sources = SourceMap::default();
    let file = sources.add("library.core", text);
    let core = core_ir::text::parse(file, text).unwrap_or_else(|error| panic!("{error:?}"));
    core_ir::verify::verify(&core).unwrap_or_else(|bug| panic!("{bug}"));
    let program = fun::lower::lower(&core).unwrap_or_else(|error| panic!("{error:?}"));
    let program = mem::lower::lower(program).unwrap_or_else(|error| panic!("{error:?}"));
    let program = to_imp(&program).unwrap_or_else(|error| panic!("{error:?}"));
    (program, sources)
}

fn compile(compiler: &str, folder: &Path, args: &[&str]) -> PathBuf {
    compile_with("address,undefined", compiler, folder, args)
}

fn compile_with(sanitizers: &str, compiler: &str, folder: &Path, args: &[&str]) -> PathBuf {
    let program = folder.join("program");
    let output = Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-fno-sanitize-recover=all"])
        .arg(format!("-fsanitize={sanitizers}"))
        .args(["-O1"])
        .args(args)
        .args(["-o", "program", "-lm", "-pthread"])
        .current_dir(folder)
        .output()
        .expect("there is a C compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

fn write_file(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder can be written");
}

#[test]
fn library_keeps_what_its_interface_promises() {
    let (program, sources) = program();
    let library = write_library(&program, &sources, &LibraryOptions::default(), None);
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    write_file(folder.path(), "lib.h", &library.header);
    write_file(folder.path(), "lib.c", &library.source);
    write_file(folder.path(), "user.c", USER);
    write_file(folder.path(), "user.cpp", CPP_USER);
    let user = compile("cc", folder.path(), &["-std=c11", WRAP, "lib.c", "user.c"]);
    let output = Command::new(user).output().expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.is_empty(), "{said}");
    let status = Command::new("c++")
        .args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "user.cpp"])
        .current_dir(folder.path())
        .status()
        .expect("there is a C++ compiler");
    assert!(status.success(), "the header is C++ too");
}

const RECURSIVE: &str = r#"
def even (n : i64) (xs : []i64) : i64 = if n == 0i64 then xs[0i64] else (@odd(n - 1i64, xs)) + 1i64
def odd (n : i64) (xs : []i64) : i64 = if n < 0i64 then 0i64 else @even(n - 1i64, map(\ (x : i64) -> x + 1i64, xs))
entry deep = @even(n : i64, xs : []i64) -> (i64)
"#;

/// A program that calls recursive functions from a thread with a small stack: one that ends, one that never ends, and
/// one that fails deep inside, after which all memory must be freed.
const RECURSIVE_USER: &str = r#"
#include "lib.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct futhark_context *ctx;

static void call(int64_t n, const struct futhark_i64_1d *xs) {
  int64_t out = -1;
  if (futhark_entry_deep(ctx, &out, n, xs) == 0) {
    printf("%" PRId64 "\n", out);
    return;
  }
  char *error = futhark_context_get_error(ctx);
  error[strcspn(error, "\n")] = 0;
  printf("%s\n", error);
  free(error);
}

static void *calls(void *unused) {
  int64_t data[2] = {5, 6};
  struct futhark_i64_1d *xs = futhark_new_i64_1d(ctx, data, 2), *none = futhark_new_i64_1d(ctx, data, 0);
  call(100000, xs);
  call(INT64_MAX - 1, xs);
  call(50000, none);
  call(2, xs);
  futhark_free_i64_1d(ctx, xs);
  futhark_free_i64_1d(ctx, none);
  return unused;
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  pthread_attr_t small;
  pthread_t thread;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 << 10);
  if (pthread_create(&thread, &small, calls, NULL) != 0)
    return 1;
  pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
"#;

#[test]
fn recursion_has_a_stack_of_its_own() {
    let (program, sources) = lowered(RECURSIVE, mem::to_imp::to_imp);
    let library = write_library(&program, &sources, &LibraryOptions::default(), None);
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    write_file(folder.path(), "lib.h", &library.header);
    write_file(folder.path(), "lib.c", &library.source);
    write_file(folder.path(), "user.c", RECURSIVE_USER);
    let user = compile("cc", folder.path(), &["-std=c11", "lib.c", "user.c"]);
    let (code, said, errors) = run(&user, &[], b"");
    let lines: Vec<String> = String::from_utf8_lossy(&said).lines().map(str::to_owned).collect();
    let too_deep = format!("Error: {}", base::stack::TOO_DEEP);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(lines[..2], ["100005".to_owned(), too_deep]);
    assert!(lines[2].contains("Index [0] out of bounds"), "{lines:?}");
    assert_eq!(lines[3], "7");
}

const TASKS: &str = r#"
def total (n : i64) : i64 = reduce(\ (a : i64) (b : i64) -> a + b, 0i64, iota(n, 0i64, 1i64))
def sums (xs : []i64) : []i64 = scan(\ (a : i64) (b : i64) -> a + b, 0i64, xs)
def even (xs : []i64) : []i64 = filter(\ (x : i64) -> (x % 2i64) == 0i64, xs)
def picked (xs : []i64) (is : []i64) : []i64 = map(\ (i : i64) -> xs[i], is)
def lengths (n : i64) (m : i64) : []i64 =
  map(\ (i : i64) -> reduce(\ (a : i64) (b : i64) -> a + b, 0i64, @sums(iota(m, i, 0i64))), iota(n, 1i64, 0i64))
entry total = @total (n : i64) -> i64
entry sums = @sums (xs : []i64) -> []i64
entry even = @even (xs : []i64) -> []i64
entry picked = @picked (xs : []i64, is : []i64) -> []i64
entry lengths = @lengths (n : i64, m : i64) -> []i64
"#;

/// Uses contexts on several threads, with every operation cut into tasks however short it is.
#[test]
fn contexts_on_several_threads_keep_what_they_promise() {
    let (program, sources) = lowered(TASKS, mem::to_imp::to_tasks);
    let library = write_library(&program, &sources, &LibraryOptions::default(), None);
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    write_file(folder.path(), "lib.h", &library.header);
    write_file(folder.path(), "lib.c", &library.source);
    write_file(folder.path(), "user.c", include_str!("threads.c"));
    let cut = ["-DRISTA_WORTH=0.0", "-DRISTA_TURN=1e-9", "-DRISTA_WAKE=0.0"];
    let late = "-DRISTA_LATE()=nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL)";
    for (sanitizers, late, contexts) in
        [("address,undefined", "-DON_TIME", "10000"), ("address,undefined", late, "1"), ("thread", "-DON_TIME", "500")]
    {
        let args = [&["-std=c11"][..], &cut, &[late, "lib.c", "user.c"]].concat();
        let user = compile_with(sanitizers, "cc", folder.path(), &args);
        let (code, said, errors) = run(&user, &[contexts], b"");
        let said = String::from_utf8_lossy(&said).into_owned() + &errors;
        assert!(code == 0 && said.is_empty(), "with {sanitizers}: {code} {said}");
    }
}

#[test]
fn prefix_and_manifest_name_what_is_in_the_header() {
    let (program, sources) = program();
    let library = write_library(&program, &sources, &LibraryOptions { prefix: "my-lib".into() }, None);
    assert!(!library.header.contains("futhark") && !library.source.contains("futhark"));
    assert!(library.header.contains("#define MY_LIB_BACKEND_c\n"));
    let cuda = write_library(&program, &sources, &LibraryOptions::default(), Some(Device::Cuda));
    assert!(cuda.header.contains("#define FUTHARK_BACKEND_cuda\n") && cuda.manifest.contains(r#""backend": "cuda""#));
    let manifest: serde_json::Value = serde_json::from_str(&library.manifest).expect("the manifest is JSON");
    let entries = manifest["entry_points"].as_object().expect("there are entry points");
    let types = manifest["types"].as_object().expect("there are types");
    assert_eq!((entries.len(), types.len()), (9, 12));
    for entry in entries.values() {
        let name = entry["cfun"].as_str().expect("it has a name");
        assert!(library.header.contains(&format!("int {name}(struct my_lib_context *ctx")), "{name}");
    }
    assert_eq!(entries["constants'"]["cfun"], "my_lib_entry_constantszq");
    assert_eq!(entries["set"]["inputs"][0]["unique"], true);
    assert_eq!(entries["same"]["output"]["type"], "[]i32");
    assert_eq!(entries["same"]["doc"], "What goes in comes out.");
    assert_eq!(entries["grid"]["output"]["type"], "([][]f64, f64, i64)");
    for operation in types.values().flat_map(|ty| ty["ops"].as_object().expect("it has operations").values()) {
        let name = operation.as_str().expect("it has a name");
        assert!(library.header.contains(&format!("{name}(")), "{name}");
    }
}

/// Runs a program. Returns its exit code, standard output and standard error output.
fn run(program: &Path, args: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may close it early.
    let _ = child.stdin.take().expect("it has an input").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), output.stdout, errors)
}

fn binary(ty: &str, shape: &[u64], elements: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b'b', 2, shape.len() as u8];
    bytes.extend(format!("{ty:>4}").bytes());
    shape.iter().for_each(|size| bytes.extend(size.to_le_bytes()));
    bytes.extend(elements);
    bytes
}

/// Valid inputs: the entry point, its input as text, and its output.
const GOOD: &[(&str, &str, &str)] = &[
    ("pick", "[1, 2i64, 0x10, -4, 1_000] -- a comment\n 2i64", "16i64\n"),
    ("pick", "[0b101,\n010,] 1", "10i64\n"),
    ("set", "[1,2,3] 1 -9i32", "[1i32, -9i32, 3i32]\n"),
    ("same", "[]", "empty([0]i32)\n"),
    ("same", "empty([0]i32)", "empty([0]i32)\n"),
    ("constants'", "", "[5i32, 6i32, 7i32]\n"),
    (
        "grid",
        "[[1, 2.5f64, f64.nan],[-f64.inf, 1e300, 0.1]]",
        "[[1.0f64, -f64.inf], [2.5f64, 1e300f64], [f64.nan, 0.1f64]]\n1.0f64\n3i64\n",
    ),
    ("scalars", "0.1 true 255 0.1f32 -128i8", "0.099975586f16\ntrue\n255u8\n0.1f32\n-128i8\n"),
    ("scalars", "f16.inf false 0xffu8 0x1p3f32 0xff", "f16.inf\nfalse\n255u8\n8.0f32\n-1i8\n"),
    (
        "arrays",
        r#"[1f16,2,3] [[true],[false]] "a\n\"" [1f32] [-1]"#,
        "[1.0f16, 2.0f16, 3.0f16]\n[[true], [false]]\n[97u8, 10u8, 34u8]\n[1.0f32]\n[-1i8]\n",
    ),
    (
        "arrays",
        "\u{feff}[] [empty([0]bool)] \"\\x41é\\233\\a\n\" [1] \u{feff}[255i8, -129i8, 0xff]",
        "empty([0]f16)\nempty([1][0]bool)\n[65u8, 195u8, 169u8, 195u8, 169u8, 7u8, 10u8]\n[1.0f32]\n[-1i8, 127i8, -1i8]\n",
    ),
    (
        "arrays",
        r#"[] [[],[]] "" [] empty([0]i8)"#,
        "empty([0]f16)\nempty([2][0]bool)\nempty([0]u8)\nempty([0]f32)\nempty([0]i8)\n",
    ),
];

/// Invalid inputs: the entry point, its input as text, and a part of the message.
const BAD: &[(&str, &str, &str)] = &[
    ("pick", "[1] 1", "Error: "),
    ("pick", "[1] 0 7", "more input"),
    ("pick", "", "argument 1 (xs : []i64): expected an array, but the input ends"),
    ("pick", "[1,2", "expected ], but the input ends"),
    ("pick", "[1 2] 0", "expected ], found '2'"),
    ("pick", "[1,,2] 0", "expected an integer, found ','"),
    ("pick", "[[1]] 0", "found '['"),
    ("pick", "\n[1i32] 0", "input line 2, argument 1 (xs : []i64): '1i32' is of type i32, expected i64"),
    ("pick", "[1.0] 0", "expected an integer, found '1.0'"),
    ("pick", "[9223372036854775808] 0", "does not fit type i64"),
    ("pick", "[1] 0x", "expected an integer"),
    ("grid", "[[1,2],[3]]", "irregular"),
    ("grid", "[]", "empty([0][3]i32)"),
    ("grid", "empty([1][3]f64)", "a size of 0"),
    ("grid", "empty([0][3]f32)", "expected f64, found 'f32'"),
    ("scalars", "1 1 1 1 1", "expected true or false, found '1'"),
    ("scalars", "1 true 256", "256 does not fit type u8"),
    ("scalars", "1 true -1", "-1 does not fit type u8"),
    ("scalars", "nan", "expected a number, found 'nan'"),
    ("scalars", "65520", "65520 does not fit type f16"),
    ("scalars", "1 true 1 -1e39", "-1e39 does not fit type f32"),
    ("arrays", "[] [[]] \"a", "the string has no end"),
    ("arrays", "[] [[]] \"\\q\"", "an escape in a string does not represent a character"),
    ("arrays", "[] [[]] \"\\55555555\"", "an escape in a string does not represent a character"),
    ("arrays", "[] [empty([0]bool), [true]]", "rows of 0 and of 1"),
    ("arrays", "[] [\"a\"]", "expected an array, found '\"'"),
    ("main", "2305843009213693952", "out of memory"),
    // 2^64 elements.
    ("rows", "1152921504606846976 16", "out of memory"),
    ("nothing", "", "there is no entry point 'nothing'; there are: pick, set, same"),
];

fn check_text(program: &Path) {
    for (entry, input, expected) in GOOD {
        let (code, output, errors) = run(program, &["-e", entry], input.as_bytes());
        assert_eq!((code, errors.as_str()), (0, ""), "{entry} {input}");
        assert_eq!(String::from_utf8_lossy(&output), *expected, "{entry} {input}");
    }
    for (entry, input, expected) in BAD {
        let (code, output, errors) = run(program, &["-e", entry], input.as_bytes());
        assert!(code == 1 && errors.contains(expected) && output.is_empty(), "{entry} {input}: {code} {errors}");
    }
    let (code, _, errors) = run(program, &["-e", "pick"], format!("[{}", "1".repeat(10_000)).as_bytes());
    assert!(code == 1 && errors.contains("a word has more than 255 characters"), "{errors}");
}

fn check_binary(program: &Path) {
    let numbers: Vec<u8> = (0..30_000_i64).flat_map(i64::to_le_bytes).collect();
    let mut input = binary("i64", &[30_000], &numbers);
    input.extend(b" 29999 ");
    let (code, output, errors) = run(program, &["--entry-point=pick", "-b"], &input);
    assert_eq!((code, output, errors), (0, binary("i64", &[], &29_999_i64.to_le_bytes()), String::new()));
    let grid = binary("f64", &[1, 2], &[1.5_f64.to_le_bytes(), 2.5_f64.to_le_bytes()].concat());
    let (code, output, _) = run(program, &["-e", "grid", "--binary"], &grid);
    let mut expected = binary("f64", &[2, 1], &grid[grid.len() - 16..]);
    expected.extend(binary("f64", &[], &1.5_f64.to_le_bytes()));
    expected.extend(binary("i64", &[], &3_i64.to_le_bytes()));
    assert_eq!((code, output), (0, expected));
    // Every proper prefix of a valid input is invalid.
    for length in 0..grid.len() {
        let (code, _, errors) = run(program, &["-e", "grid"], &grid[..length]);
        assert!(code == 1 && errors.contains("input ends"), "{length}: {errors}");
    }
    check_file(program, &grid);
    let promises = [
        (binary("f64", &[1 << 40, 1 << 10], &[0; 64]), "the input ends within a binary value"),
        (binary("f64", &[1 << 40, 1 << 40], &[0; 64]), "impossible sizes"),
        (binary("f64", &[1, u64::MAX], &[0; 64]), "impossible sizes"),
        (binary("f32", &[1, 1], &[0; 4]), "of rank 2 and type f32"),
        (binary("f64", &[1], &[0; 8]), "of rank 1 and type f64"),
        (b"b\x01\x02 f64".to_vec(), "version 1"),
    ];
    for (input, expected) in promises {
        let (code, _, errors) = run(program, &["-e", "grid"], &input);
        assert!(code == 1 && errors.contains(expected), "{expected}: {errors}");
    }
    let mut input = binary("f16", &[], &[0, 0]);
    input.extend(binary("bool", &[], &[7]));
    let (code, _, errors) = run(program, &["-e", "scalars"], &input);
    assert!(code == 1 && errors.contains("neither 0 nor 1"), "{errors}");
}

/// Tests arrays and scalars in `.npy` files.
fn check_npy(program: &Path) {
    let npy = |descr: &str, order: &str, shape: &str, elements: &[u8]| {
        let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}     \n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.bytes());
        bytes.extend(elements);
        bytes
    };
    let numbers =
        |floats: &[f64], bytes: fn(f64) -> [u8; 8]| floats.iter().copied().flat_map(bytes).collect::<Vec<u8>>();
    let rows = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let columns = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
    let expected = "[[1.0f64, 4.0f64], [2.0f64, 5.0f64], [3.0f64, 6.0f64]]\n1.0f64\n3i64\n";
    let good = [
        npy("<f8", "False", "(2, 3)", &numbers(&rows, f64::to_le_bytes)),
        npy(">f8", "False", "(2L, 3L,)", &numbers(&rows, f64::to_be_bytes)),
        npy("<f8", "True", "(2, 3)", &numbers(&columns, f64::to_le_bytes)),
    ];
    for input in &good {
        let (code, output, errors) = run(program, &["-e", "grid"], input);
        assert_eq!((code, errors.as_str()), (0, ""));
        assert_eq!(String::from_utf8_lossy(&output), expected);
    }
    let mut input = npy("<i8", "False", "(2,)", &[7_i64.to_le_bytes(), 8_i64.to_le_bytes()].concat());
    input.extend(npy("<i8", "False", "()", &1_i64.to_le_bytes()));
    assert_eq!(run(program, &["-e", "pick"], &input), (0, b"8i64\n".to_vec(), String::new()));
    // Every proper prefix of a valid input is invalid.
    for length in 6..good[0].len() {
        let (code, _, errors) = run(program, &["-e", "grid"], &good[0][..length]);
        assert!(code == 1 && errors.contains("input ends"), "{length}: {errors}");
    }
    let bad = [
        (npy("<f4", "False", "(2, 3)", &[0; 24]), "the .npy value is of rank 2 and type '<f4'"),
        (npy("<f8", "False", "(2,)", &[0; 16]), "the .npy value is of rank 1 and type '<f8'"),
        (npy("<f8", "Maybe", "(2, 3)", &[0; 48]), "the header of the .npy value is malformed"),
        (npy("<f8", "False", "(2, -3)", &[0; 48]), "the header of the .npy value is malformed"),
        (npy("<f8", "False", "(1099511627776, 1099511627776)", &[0; 48]), "impossible sizes"),
        (b"\x93NUMPY\x09\x00\x00\x00\x00\x00".to_vec(), ".npy values of version 9 are not known"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(), "more than 65536 bytes"),
    ];
    for (input, expected) in bad {
        let (code, _, errors) = run(program, &["-e", "grid"], &input);
        assert!(code == 1 && errors.contains(expected), "{expected}: {errors}");
    }
}

/// Tests input from a file, whose length is known before it is read.
fn check_file(program: &Path, grid: &[u8]) {
    let mut file = tempfile::tempfile().expect("there is a folder for temporary files");
    for (length, code) in [(grid.len(), 0), (grid.len() - 1, 1)] {
        file.set_len(0).expect("the file can be cut");
        file.rewind().expect("the file can be read");
        file.write_all(&grid[..length]).expect("the file can be written");
        file.rewind().expect("the file can be read");
        let input = Stdio::from(file.try_clone().expect("the file can be shared"));
        let output = Command::new(program).args(["-e", "grid"]).stdin(input).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

fn check_options(program: &Path, folder: &Path) {
    let timings = folder.join("timings");
    let path = timings.to_string_lossy().into_owned();
    // The argument is consumed in each run, and each run gets it as it was read.
    let (code, output, errors) = run(program, &["-e", "set", "-r", "3", "-t", &path], b"[1, 2] 0 5");
    assert_eq!((code, output.as_slice(), errors.as_str()), (0, b"[5i32, 2i32]\n".as_slice(), ""));
    let times = std::fs::read_to_string(timings).expect("the timings are written");
    assert_eq!(times.lines().filter(|line| line.parse::<u64>().is_ok()).count(), 3, "{times}");
    let (code, output, _) = run(program, &["--entry-points"], b"");
    assert_eq!((code, output.iter().filter(|&&byte| byte == b'\n').count()), (0, 9));
    let (code, output, _) = run(program, &["--help"], b"");
    assert!(code == 0 && output.starts_with(b"Usage: "));
    for args in [
        &["-x"] as &[&str],
        &["-r"],
        &["-r", "0"],
        &["-M", "0"],
        &["-M", "1k"],
        &["-M"],
        &["-r", "x"],
        &["-bb"],
        &["file"],
        &["-t", "/"],
    ] {
        let (code, _, errors) = run(program, args, b"");
        assert!(code == 1 && errors.contains("Usage: "), "{args:?}: {errors}");
    }
    let (code, output, _) = run(program, &[], b"2");
    assert_eq!((code, output.as_slice()), (0, b"[0i64, 0i64]\n".as_slice()));
}

/// Entry points with inputs and the largest number of bytes that their arrays take at a time. Blocks are multiples of
/// 64 bytes.
const PEAKS: &[(&str, &str, u64)] = &[
    ("main", "1000", 8000),
    ("main", "0", 64),
    ("set", "[1, 2, 3] 1 9", 64),
    ("grid", "[[1, 2, 3], [4, 5, 6]]", 128),
    ("scalars", "1 true 2 3 4", 0),
];

/// Tests that a program succeeds within a limit equal to its peak memory, and fails with one byte less.
fn check_memory(program: &Path) {
    for (entry, input, peak) in PEAKS {
        let limit = peak.max(&1).to_string();
        let (code, output, errors) = run(program, &["-e", entry, "-P", "-M", &limit], input.as_bytes());
        let report: serde_json::Value = serde_json::from_str(&errors).expect("the report is JSON");
        assert_eq!((code, report["memory"]["peak"].as_u64()), (0, Some(*peak)), "{entry} {input}");
        assert_eq!(report["events"][0]["name"].as_str(), Some(*entry), "{errors}");
        assert!(!output.is_empty());
        if *peak > 0 {
            let limit = (peak - 1).to_string();
            let (code, output, errors) = run(program, &["-e", entry, "--memory-limit", &limit], input.as_bytes());
            assert!(errors.starts_with("Error: out of memory: an array of "), "{entry} {input}: {errors}");
            assert!(code == 1 && output.is_empty() && errors.ends_with(&format!("a limit of {limit}\n")), "{errors}");
        }
    }
}

#[test]
fn program_reads_and_writes_values() {
    let (program, sources) = program();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    write_file(folder.path(), "main.c", &write_program(&program, &sources, None));
    let program = compile("cc", folder.path(), &["-std=c11", "main.c"]);
    check_text(&program);
    check_binary(&program);
    check_npy(&program);
    check_options(&program, folder.path());
    check_memory(&program);
}
