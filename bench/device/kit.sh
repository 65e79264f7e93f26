#!/usr/bin/env bash
# Everything that is worth doing on a machine with an NVIDIA GPU and nothing else: no compiler, nothing installed but the
# driver. The page `bench/README.md` says how to use it.
#
#   bench/device/kit.sh pack FOLDER   makes the kit, on a machine with Rust and a C compiler; needs no GPU
#   FOLDER/kit run [SECONDS]          runs what has not run yet, the most valuable first, in 540 seconds or as many
#
# Each part has a limit of its own. Its output is in `FOLDER/results`; `results/summary.md` has that of all parts. A part
# that came to its end does not run again. While the kit is packed, the same parts run without a GPU, so that the C files
# that they need are compiled.
set -euo pipefail
export LC_ALL=C

# All parts, in the order of their value: a name, a limit in seconds, a title, and a command.
parts() {
    # A part's C files depend on how many jobs share its programs.
    local test=(rista test --target cuda --jobs 16) letters
    # KIT_SMALL has rehearsals take small sizes, and few programs.
    local elements=134217728 side=8192 product=4096 scale=1 beside=(--without-checks --host) runs=5 mexpr=() large=tpacf-large
    local tuned=bench/device/versions.fut programs=(examples bench tests/nova) all=(a-d e f-h i-n o-q r s t-z)
    if [ -n "${KIT_SMALL-}" ]; then
        elements=1000 side=32 product=16 scale=0.00001 beside=() runs=1 mexpr=(--only sgemm-tiny) large=sgemm-tiny
        tuned=examples/edges/edges.fut programs=(examples/edges) all=()
    fi
    part devices 20 "The device" rista devices
    part copies 60 "Without Rista" peers "$elements" "$side" "$product"
    if command -v nvcc >/dev/null; then
        part cub 90 "CUB" sh -c 'nvcc -O3 -arch=native -o cache/cub bench/device/cub.cu && cache/cub "$1"' cub "$elements"
    fi
    part primitives 90 "Array operations" \
        device_bench --elements "$elements" --side "$side" --product "$product" --without-checks
    part tests 90 "Tests: ${programs[*]}" "${test[@]}" "${programs[@]}"
    part programs 120 "Benchmark programs" device_bench --programs "$scale" "${beside[@]}"
    part mexpr 120 "Accelerated MExpr programs" mexpr_bench --target cuda --seconds 8 "${mexpr[@]}"
    part mexpr-large 120 "The largest data set" mexpr_bench --target cuda --seconds 60 --only "$large"
    for letters in "${all[@]}"; do
        part "tests-$letters" 90 "Tests: folders $letters" "${test[@]}" tests/futhark/[$letters]*
    done
    if command -v compute-sanitizer >/dev/null; then
        local tool
        for tool in memcheck racecheck; do
            part "$tool" 120 "Tests: examples, by $tool of Compute Sanitizer" compute-sanitizer --tool "$tool" \
                --target-processes all --error-exitcode 9 "${test[@]}" examples
        done
    fi
    part tuning 90 "Versions of nested operations" rista tune --target cuda --runs "$runs" "$tuned"
    # Tests take small groups unless they are told others.
    part sizes 120 "Tests: ${programs[*]}, in groups of the device's own sizes" \
        env RISTA_GROUP_SIZE=256 RISTA_GROUPS=264 RISTA_TILE_SIZE=16 RISTA_WARP_SIZE=32 "${test[@]}" "${programs[@]}"
}

pack() {
    local kit=$1 tree
    tree=$(cd "$(dirname "$0")/../.." && pwd)
    mkdir -p "$kit"/{bin,lib,store} && kit=$(cd "$kit" && pwd)
    cp -r "$tree"/{tests,examples,bench} "$kit"
    printf '#!/bin/sh\nexec "$(dirname "$0")/bench/device/kit.sh" "$@"\n' >"$kit/kit" && chmod +x "$kit/kit"
    local built=${KIT_BUILT-}
    if [ -z "$built" ]; then
        (cd "$tree" && cargo build --release -p rista --bins --examples)
        built=${CARGO_TARGET_DIR:-$tree/target}/release
    fi
    cp "$built"/rista "$built"/examples/{device_bench,mexpr_bench} "$kit/bin"
    strip "$kit"/bin/* 2>/dev/null || true
    "${CC:-cc}" -O2 -o "$kit/bin/peers" "$tree/bench/device/peers.c" -ldl
    # NVIDIA's compiler of kernels, and cuBLAS, where Python's packages or CUDA has them.
    local library
    for library in ${KIT_LIBRARIES-}; do
        cp -L "$library" "$kit/lib"
    done
    cd "$kit"
    export KIT_CC=${CC:-cc}
    setting
    part() { (shift 3 && "$@") >/dev/null 2>&1 </dev/null || true; }
    parts
    rm -r cache
    echo "$(du -sm . | cut -f1) MB in $kit, with $(find store -name '*.gz' | wc -l) compiled files"
}

run() {
    local left=${1-540}
    cd "$(dirname "$0")/../.."
    mkdir -p results
    # A compiler of C that is there makes what the kit lacks.
    export KIT_CC=${KIT_CC-$(command -v cc || true)}
    setting
    part() {
        local name=$1 limit=$2 title=$3 status=0 began=$SECONDS
        shift 3
        if [ ! -e "results/$name.done" ] && [ $((left - SECONDS)) -ge 5 ]; then
            [ "$limit" -le $((left - SECONDS)) ] || limit=$((left - SECONDS))
            timeout -k 5 "$limit" "$@" >"results/$name.out" 2>"results/$name.err" </dev/null || status=$?
            [ "$status" = 124 ] || [ "$status" = 137 ] || echo "$status $((SECONDS - began))" >"results/$name.done"
            summary
        fi
    }
    parts
    summary
    cat results/summary.md
}

# Writes what the parts gave so far. Output that is a table is one there, too.
summary() (
    part() {
        local name=$1 limit=$2 title=$3 status=0 took=0
        printf '## %s\n\n' "$title"
        if [ ! -e "results/$name.out" ]; then
            printf 'Not run.\n\n'
            return
        fi
        [ ! -e "results/$name.done" ] || read -r status took <"results/$name.done"
        if grep -q '^|' "results/$name.out"; then
            cat "results/$name.out"
        else
            sed 's/^/    /' "results/$name.out"
        fi
        [ "$status" = 0 ] || { tail -n 20 "results/$name.err" | sed 's/^/    /' && printf '\nIt ended with %s.\n' "$status"; }
        [ -e "results/$name.done" ] || printf '\nIt was stopped after %s seconds or less.\n' "$limit"
        printf '\n'
    }
    { printf '# A run on a GPU\n\n' && parts; } >results/summary.md
)

# The environment of the parts: programs of the kit, its compiler of C, and caches of its own.
setting() {
    export PATH=$PWD/bin:$PATH CC=$PWD/bench/device/cc KIT_STORE=$PWD/store RISTA_CACHE=$PWD/cache/programs
    export XDG_CACHE_HOME=$PWD/cache LD_LIBRARY_PATH=$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    mkdir -p cache
}

case ${1-} in
    pack) pack "${2:?"a folder for the kit"}" ;;
    run) run "${2-540}" ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
