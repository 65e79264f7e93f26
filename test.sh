#!/usr/bin/env bash
# Passes all tests: formatting, lints, and every crate's tests. Needs Rust 1.95 (rustup), a C and a C++ compiler, and
# OpenCL with a device; on Debian it installs what is missing itself where it may, with PoCL and oclgrind for devices.
# NVIDIA's compiler of kernels comes from PyPI to the target folder.
set -euo pipefail
cd "$(dirname "$0")"
# Installs packages, where that is possible.
install() {
    if [ "$#" != 0 ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        apt-get update -q && apt-get install -qy "$@"
    fi
}
# Installs OpenCL with devices, and NVIDIA's compiler of kernels.
install_devices() {
    local missing=()
    compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null || missing+=(pocl-opencl-icd ocl-icd-libopencl1)
    [ -e /usr/lib/oclgrind/liboclgrind-rt-icd.so ] || missing+=(oclgrind)
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    install "${missing[@]}"
    local nvrtc=${CARGO_TARGET_DIR:-target}/nvrtc
    if ! compgen -G "$nvrtc/lib/python3*/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" >/dev/null; then
        { python3 -m venv "$nvrtc" && "$nvrtc/bin/pip" install -q 'nvidia-cuda-nvrtc-cu12==12.9.*'; } ||
            echo "NVRTC cannot be installed: what it says of kernels is not tested" >&2
    fi
}
{ command -v cc && command -v c++; } >/dev/null || install gcc g++ libc6-dev
# The build needs no devices. They are downloaded beside it.
install_devices &
cargo fmt --all --check
# Clippy is the compiler with more warnings, so it compiles the tests, too. A separate run of Clippy takes three minutes of
# processor time.
export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS=-Dwarnings
RUSTC_WORKSPACE_WRAPPER=$(rustc --print sysroot)/bin/clippy-driver
# The tests run the example `device_bench`.
cargo build --workspace --quiet --tests --examples
wait $!
# The tests of the whole program take as long as all other tests. Side by side, they leave no processor idle.
others=$(mktemp)
trap 'rm -f "$others"' EXIT
cargo test --workspace --quiet --bin rista --test suite >"$others" 2>&1 &
status=0
cargo test --workspace --quiet --test system || status=$?
wait $! || status=$?
cat "$others"
exit "$status"
