#!/usr/bin/env bash
# Passes all tests: formatting, lints, and every crate's tests. Needs Rust 1.95 (rustup), a C and a C++ compiler, and
# OpenCL with a device; on Debian it installs what is missing itself where it may, with PoCL for the device.
set -euo pipefail
cd "$(dirname "$0")"
missing=()
{ command -v cc && command -v c++; } >/dev/null || missing+=(gcc g++ libc6-dev)
compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null || missing+=(pocl-opencl-icd ocl-icd-libopencl1)
if [ "${#missing[@]}" != 0 ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -q && apt-get install -qy "${missing[@]}"
fi
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
cargo test --workspace --quiet
