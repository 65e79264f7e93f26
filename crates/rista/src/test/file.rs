//! Reads data files, which may be compressed.

use crate::files::read_bounded;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io;
use std::path::Path;

/// Largest ratio of the size of decompressed data to the size of the file.
const MAX_RATIO: u64 = 100;
/// Size in bytes up to which decompressed data may exceed this ratio.
const MIN_UNFOLDED: u64 = 1 << 28;

/// Returns the bytes of a file, decompressed if its name ends in `.gz`.
///
/// # Errors If the file cannot be read, is not a valid gzip file, or has more than `max` bytes after decompression
/// (`FileTooLarge`). Large decompressed data must not exceed `MAX_RATIO` times the size of the file, either.
pub fn read_file_bytes(path: impl AsRef<Path>, max: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    let file = File::open(path)?;
    let compressed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    if !compressed {
        return read_bounded(file, max);
    }
    let unfolded = file.metadata()?.len().saturating_mul(MAX_RATIO).max(MIN_UNFOLDED);
    read_bounded(MultiGzDecoder::new(file), max.min(unfolded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn compress(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the result of reading a file with this name and these bytes.
    fn read(name: &str, bytes: &[u8], max: u64) -> io::Result<Vec<u8>> {
        let directory = std::env::temp_dir().join(format!("rista-read-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let path = directory.join(name);
        std::fs::write(&path, bytes).unwrap();
        let result = read_file_bytes(&path, max);
        std::fs::remove_file(&path).unwrap();
        result
    }

    #[test]
    fn files_are_decompressed_by_their_name() {
        assert_eq!(read("plain.in", b"[1, 2]", 6).unwrap(), b"[1, 2]");
        let packed = compress(b"[1, 2]");
        assert_eq!(read("packed.in.gz", &packed, 6).unwrap(), b"[1, 2]");
        assert_eq!(read("packed.in", &packed, 1000).unwrap(), packed);
        // A gzip file may have several members.
        assert_eq!(read("members.gz", &[packed.clone(), packed].concat(), 12).unwrap(), b"[1, 2][1, 2]");
        assert_eq!(read("empty.in", b"", 0).unwrap(), b"");
    }

    #[test]
    fn bounds_hold_after_decompression() {
        let packed = compress(&vec![0; 1 << 20]);
        assert!(packed.len() < 1 << 14);
        assert_eq!(read("fits.gz", &packed, 1 << 20).unwrap().len(), 1 << 20);
        let error = read("large.gz", &packed, (1 << 20) - 1).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        let packed = compress(&vec![0; (1 << 28) + 1]);
        assert_eq!(read("bomb.gz", &packed, u64::MAX).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read("large.in", b"abc", 2).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read("unbounded.in", b"abc", u64::MAX).unwrap(), b"abc");
    }

    #[test]
    fn broken_files_are_errors() {
        let packed = compress(b"some values");
        assert!(read("cut.gz", &packed[..packed.len() - 3], 100).is_err());
        assert!(read("not.gz", b"[1, 2]", 100).is_err());
        assert_eq!(read_file_bytes("/no/such/file.gz", 1).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
