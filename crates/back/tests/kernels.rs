//! Tests of the text of kernels. `tests/kernels` has programs in IMP, each with its kernels in a file beside it,
//! without the text that all programs share. `BLESS=1` rewrites these files; check the difference before committing.
//! The effect of kernels is tested in `operators.rs`, and on all programs by `rista test --target opencl,cuda`.

use base::{FileId, SourceMap};
use imp::def::Program;
use rista_back::c::{Device, write_kernels};
use std::path::{Path, PathBuf};

fn program(name: &str) -> Program {
    let text = std::fs::read_to_string(path(name, "imp")).expect("the program is there");
    let program = imp::text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    imp::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    program
}

fn path(name: &str, extension: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels").join(name).with_extension(extension)
}

#[test]
fn kernels_are_as_written() {
    for (device, extension) in [(Device::OpenCl, "cl"), (Device::Cuda, "cu")] {
        let start = write_kernels(&Program::default(), &SourceMap::default(), device);
        for name in ["phases", "atomics", "sizes", "stages", "tiles", "stacks"] {
            let text = write_kernels(&program(name), &SourceMap::default(), device);
            let own = text.strip_prefix(start.as_str()).expect("all kernels start alike");
            let expected = path(name, extension);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&expected, own).expect("the file can be written");
            }
            let written = std::fs::read_to_string(&expected).unwrap_or_default();
            assert_eq!(own, written, "{}", expected.display());
        }
    }
}
