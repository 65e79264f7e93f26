//! Kernels as they are written: `tests/kernels` has programs of IMP, and beside each its kernels, without what stands before them
//! in every program. `BLESS=1` writes them anew; read the difference before it is committed. What they do is tested in
//! `operators.rs`, and with all programs by `rista test --target opencl,cuda`.

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
