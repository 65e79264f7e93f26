//! todo
use base::Error;
use fun::def::Program;
pub fn fuse_reads(program: Program) -> Result<Program, Error> {
    Ok(program)
}
