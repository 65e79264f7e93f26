//! Tests of the stand-in libraries for the CUDA driver and NVRTC against their page (`cuda/README.md`). A C program
//! uses all features (`cuda/try.c`), with blocks and threads in several orders, with the undefined-behaviour sanitizer
//! in kernels, and with both ways to switch threads. The program runs with the address sanitizer.

use crate::cuda::libraries;
use std::path::{Path, PathBuf};
use std::process::Command;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda").join(name)
}

/// Runs a command that must succeed and print nothing.
fn run(what: &str, command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{what}: {error}"));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.is_empty(), "{what}: {}\n{said}", output.status);
}

/// Builds the host program, and runs it on the libraries with each of the settings.
fn try_all(libraries: &Path, host_with: &[&str], settings: &[&[(&str, &str)]]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (program, cache) = (folder.path().join("try"), folder.path().join("cache"));
    run(
        "the host program compiles",
        Command::new("cc")
            .args(["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror"])
            .args(host_with)
            .arg(source("try.c"))
            .arg("-o")
            .args([&program])
            .args(["-ldl", "-pthread"]),
    );
    for settings in settings {
        run(
            &format!("libraries in {} with {settings:?}", libraries.display()),
            Command::new(&program)
                .arg(source("try.cu"))
                .envs(settings.iter().copied())
                .env("LD_LIBRARY_PATH", libraries)
                .env("STAND_IN_CACHE", &cache),
        );
    }
}

#[test]
fn kernels_run_without_a_gpu() {
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let turned = [("STAND_IN_TURN", "1"), ("STAND_IN_BLOCKS", "5")];
    let alone = [("STAND_IN_SANITIZE", "1"), ("STAND_IN_BLOCKS", "1")];
    try_all(&libraries(), &sanitizers, &[&[], &turned, &alone]);
}

// The address sanitizer does not support `swapcontext`.
#[test]
fn kernels_run_on_the_contexts_of_the_system() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut build = Command::new(source("build.sh"));
    run("the libraries compile", build.arg(folder.path()).arg("-DSTAND_IN_UCONTEXT"));
    try_all(folder.path(), &[], &[&[]]);
}
