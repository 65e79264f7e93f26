//! Tests that the results of kernels do not depend on sizes chosen for the machine or by settings of a run: groups,
//! tiles, a group's memory, and the bound of short segments. All operators here are on integers, so results must be
//! equal to the last bit.

use crate::common::on_large_stack;
use base::SourceMap;
use imp::eval::{Limits, Machine as Sizes};
use rista_driver::{Language, Level, Machine, Module, Settings, compile_source, run_to};
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Programs with kernels of each kind, on an array of `n` rows of `m` elements.
const PROGRAM: &str = "
entry products [n] [m] (a: [n][m]i32) : [n][n]i32 = map (\\x -> map (\\y -> i32.sum (map2 (*) x y)) (reverse a)) a
entry products_across [n] [m] (a: [n][m]i32) : [m][m]i32 =
  let b = transpose a
  in map (\\x -> map (\\y -> 1 + i32.sum (map2 (*) x y)) b) b
entry turned [n] [m] (a: [n][m]i32) : [m][n]i32 = map (map (* 3)) (transpose a)
entry wide [n] [m] (a: [n][m]i32) : [m][n]i64 = transpose (map (map (\\x -> i64.i32 x + 1)) a)
entry sums [n] [m] (a: [n][m]i32) : [n]i32 = map (reduce (+) 0) a
entry differences [n] [m] (a: [n][m]i32) : [n](i32, i32) =
  map (\\x -> reduce (\\(p, q) (r, s) -> (p * r, q * r + s)) (1, 0) (map (\\e -> (e % 3, e)) x)) a
entry scans [n] [m] (a: [n][m]i32) : [n][m]i32 = map (scan (+) 0) a
entry whole [n] [m] (a: [n][m]i32) : []i32 = scan i32.max i32.lowest (flatten a)
entry kept [n] [m] (a: [n][m]i32) : []i32 = filter (> 5) (flatten a)
entry composed [n] [m] (a: [n][m]i32) : [](i32, i32) =
  scan (\\(p, q) (r, s) -> (p * r, q * r + s)) (1, 0) (map (\\e -> (e % 3, e)) (flatten a))
entry kept_pairs [n] [m] (a: [n][m]i32) : [](i32, i64) =
  filter (\\(e, _) -> e % 3 != 1) (map (\\e -> (e, i64.i32 e * 5)) (flatten a))
entry counted [n] [m] (a: [n][m]i32) : [50]i32 =
  hist (+) 0 50 (map (\\e -> i64.i32 (e * 7 % 50)) (flatten a)) (flatten a)
entry counted_each [n] [m] (a: [n][m]i32) : [n][9]i32 = map (\\x -> hist (+) 0 9 (map (\\e -> i64.i32 (e % 9)) x) x) a
";

/// Entries whose work is linear in the number of elements.
const LINEAR: [&str; 7] = ["sums", "differences", "scans", "whole", "composed", "kept", "kept_pairs"];

const OTHERS: [&str; 6] = ["products", "products_across", "turned", "wide", "counted", "counted_each"];

/// Small and large sizes, the usual ones of a GPU last. A group's memory suffices for nothing, or for everything.
const SIZES: [Sizes; 7] = [
    Sizes {
        pieces: 1,
        group_size: 1,
        groups: 1,
        group_memory: 1,
        tile_size: 1,
        warp_size: 1,
        short_segment: 1,
        stack_size: 64,
    },
    Sizes {
        pieces: 5,
        group_size: 4,
        groups: 1,
        group_memory: 1 << 20,
        tile_size: 1,
        warp_size: 2,
        short_segment: 1,
        stack_size: 64,
    },
    Sizes {
        pieces: 1,
        group_size: 8,
        groups: 5,
        group_memory: 400,
        tile_size: 4,
        warp_size: 8,
        short_segment: 6,
        stack_size: 64,
    },
    Sizes {
        pieces: 5,
        group_size: 16,
        groups: 2,
        group_memory: 1 << 20,
        tile_size: 2,
        warp_size: 4,
        short_segment: 1000,
        stack_size: 64,
    },
    // More threads than tiles have elements.
    Sizes {
        pieces: 5,
        group_size: 32,
        groups: 2,
        group_memory: 1 << 20,
        tile_size: 2,
        warp_size: 4,
        short_segment: 3,
        stack_size: 64,
    },
    Sizes {
        pieces: 5,
        group_size: 64,
        groups: 1,
        group_memory: 1 << 20,
        tile_size: 8,
        warp_size: 16,
        short_segment: 3,
        stack_size: 64,
    },
    Sizes {
        pieces: 5,
        group_size: 256,
        groups: 8,
        group_memory: 32 << 10,
        tile_size: 16,
        warp_size: 32,
        short_segment: 32,
        stack_size: 64,
    },
];

#[test]
fn results_do_not_depend_on_sizes() {
    on_large_stack(|| {
        let source = compile();
        let settings = Settings { machine: Machine::Device, verify: true, ..Settings::default() };
        let kernels = run_to(source.clone(), Level::Imp, settings, &mut ()).expect("it has kernels");
        let Module::Imp(kernels) = kernels else { panic!("the program is not at IMP") };
        // Of the last shape, each group has only a part, whatever its size.
        let shapes = [(9, 7), (1, 40), (33, 18), (5, 0), (2, 2500)];
        let linear = LINEAR.into_iter().map(|entry| (entry, &shapes[..]));
        for (entry, shapes) in linear.chain(OTHERS.into_iter().map(|entry| (entry, &shapes[..4]))) {
            for &(rows, columns) in shapes {
                let expected = source.eval(entry, vec![numbers(rows, columns)]).expect("it has a value");
                for machine in std::iter::once(Sizes::default()).chain(SIZES) {
                    let limits = Limits { machine, ..Limits::default() };
                    let found = imp::eval::run_entry(&kernels, entry, vec![numbers(rows, columns)], limits);
                    assert_eq!(found, Ok(expected.clone()), "{entry} of {rows} rows of {columns}, {machine:?}");
                }
            }
        }
    });
}

fn compile() -> Module {
    let mut sources = SourceMap::default();
    let file = sources.add("sizes.fut", PROGRAM);
    let mut read = |path: &str| Err(format!("there is no {path}"));
    compile_source(Language::Futhark, &mut sources, file, &mut read).expect("the program is right").module
}

fn numbers(rows: usize, columns: usize) -> Value {
    let scalars: Vec<Scalar> = (0..rows * columns).map(|at| Scalar::I32((at * 37 % 101) as i32)).collect();
    let array = ArrayValue::from_scalars(ScalarType::I32, vec![rows, columns], &scalars);
    Value::Array(array.expect("the elements are as many as the shape says"))
}
