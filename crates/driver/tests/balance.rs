//! Tests that tasks over rows of very different lengths have equal shares of the work, and give the same results with
//! any number of pieces.

use crate::common::on_large_stack;
use base::SourceMap;
use imp::eval::{Limits, Machine as Sizes};
use rista_driver::{Language, Level, Machine, Module, Settings, compile_source, no_other_files, run_to};
use value::{ArrayValue, Scalar, ScalarType, Value};

const PROGRAMS: [&str; 4] = [
    "(map (reduce + 0.0) X)",
    "(map (lambda (r : vector float) : int (reduce + 0 (map to_int r))) X)",
    "(map (scan + 0.0) X)",
    "(map (lambda (r : vector float) : vector float (let (s (reduce + 0.0 r)) in (map (+ s) r))) X)",
];

/// The number of elements of all rows together, if there are rows that are not empty.
const ELEMENTS: usize = 12_000;
/// The approximate number of steps for an element.
const STEPS: u64 = 10;
/// The numbers of pieces for 1, 2, 3 and 16 threads.
const PIECES: [i64; 4] = [1, 16, 24, 128];

/// Returns rows of the given lengths as data and offsets. All sums of elements are exact.
fn rows(lengths: &[usize]) -> Vec<Value> {
    let data: Vec<Scalar> = (0..lengths.iter().sum::<usize>()).map(|at| Scalar::F32((at * 7 % 5) as f32)).collect();
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let offsets: Vec<Scalar> = std::iter::once(0).chain(ends).map(|end| Scalar::I64(end as i64)).collect();
    let array = |elem, scalars: &[Scalar]| {
        Value::Array(ArrayValue::from_scalars(elem, vec![scalars.len()], scalars).expect("the elements fit"))
    };
    vec![array(ScalarType::F32, &data), array(ScalarType::I64, &offsets)]
}

/// Returns inputs in which one row has half of all elements, several have a tenth each, or one has all. Rows before and
/// after are empty, or all rows are.
fn inputs() -> Vec<Vec<Value>> {
    let short = |count: usize| vec![20; count];
    let half = ELEMENTS / 2;
    [
        [short(100), vec![half, 0, 0], short(200)].concat(),
        [vec![0, 0, half], short(300), vec![0]].concat(),
        [short(300), vec![half]].concat(),
        [vec![0], vec![ELEMENTS / 10; 10], vec![0, 0]].concat(),
        vec![ELEMENTS],
        vec![0; 50],
        Vec::new(),
    ]
    .iter()
    .map(|lengths| rows(lengths))
    .collect()
}

#[test]
fn no_task_has_much_more_than_others() {
    on_large_stack(|| {
        for body in PROGRAMS {
            let mut sources = SourceMap::default();
            let file = sources.add("p.nova", format!("((X : vector vector float))\n{body}"));
            let source = compile_source(Language::Nova, &mut sources, file, &mut no_other_files);
            let source = source.expect("the program is right").module;
            let settings = Settings { machine: Machine::Threads, verify: true, ..Settings::default() };
            let tasks = run_to(source.clone(), Level::Imp, settings, &mut ()).expect("it is lowered");
            let Module::Imp(tasks) = tasks else { panic!("the program is not at IMP") };
            for (at, args) in inputs().into_iter().enumerate() {
                let expected = source.eval("main", args.clone()).expect("it has a value");
                for pieces in PIECES {
                    let task_steps = 2 * STEPS * ELEMENTS as u64 * 8 / pieces.max(8) as u64;
                    let machine = Sizes { pieces, ..Sizes::default() };
                    let limits = Limits { machine, task_steps, ..Limits::default() };
                    let found = imp::eval::run_entry(&tasks, "main", args.clone(), limits);
                    assert_eq!(found, Ok(expected.clone()), "{body} of input {at} in {pieces} pieces");
                }
            }
        }
    });
}
