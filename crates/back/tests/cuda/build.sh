#!/bin/sh
# build.sh FOLDER [FLAG..]: makes libcuda.so.1 and libnvrtc.so in FOLDER, with the headers that they give to kernels.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
compile() {
    output=$1
    source=$2
    shift 2
    ${CXX:-c++} -std=c++17 -O1 -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden \
        -DSTAND_IN_SOURCES="\"$sources\"" "$@" -o "$folder/$output" "$here/$source" -pthread -ldl
}
sources=$(cat "$here"/*.h "$here"/*.cpp | cksum)
mkdir -p "$folder"
compile libcuda.so.1 driver.cpp "$@"
compile libnvrtc.so nvrtc.cpp "$@"
cp "$here/interface.h" "$here/kernel.h" "$here/functions.h" "$folder"
