#!/usr/bin/env bash
# Passes all tests: formatting, lints, and every crate's tests. Needs Rust 1.95 (rustup), a C and a C++ compiler; on
# Debian it installs the compilers itself when there are none and it may.
set -euo pipefail
cd "$(dirname "$0")"
if ! { command -v cc && command -v c++; } >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -q && apt-get install -qy gcc g++ libc6-dev
fi
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
cargo test --workspace --quiet
