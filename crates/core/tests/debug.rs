//! Checks of debug mode.

use crate::common::{good, i64s};
use base::Stop;
use rista_core::debug::debug;
use rista_core::eval::{Limits, run_entry};
use rista_core::verify;
use value::Value;

/// Returns the message of the failure in debug mode; `None` if the run succeeds.
fn fails(text: &str, args: Vec<Value>) -> Option<String> {
    let program = debug(good(text));
    assert_eq!(verify::problems(&program), Vec::<String>::new());
    match run_entry(&program, "main", args, Limits::default()) {
        Ok(_) => None,
        Err(Stop::Failure(failure)) => Some(failure.message),
        Err(stop) => panic!("{stop:?}"),
    }
}

#[test]
fn values_in_sums_are_compared_within_the_tolerance() {
    let text = |operator: &str| {
        format!(
            "def main (xs : []i64) : <none | some(f64)> =
               reduce(\\(a : <none | some(f64)>) (b : <none | some(f64)>) ->
                 match a {{
                   case (#none : <none | some(f64)>) => b
                   case #some(x : f64) : <none | some(f64)> => match b {{
                     case #none : <none | some(f64)> => a
                     case #some(y : f64) : <none | some(f64)> => (#some({operator}) : <none | some(f64)>) }} }},
                 (#none : <none | some(f64)>),
                 map(\\(x : i64) -> (#some(to.f64(x) / 10.0f64) : <none | some(f64)>), xs))
             entry main = @main (xs : []i64 \"[]i64\") -> (#none | #some f64) \"t\""
        )
    };
    let text =
        |operator| text(operator).replace("case (#none : <none | some(f64)>)", "case #none : <none | some(f64)>");
    assert_eq!(fails(&text("x + y"), vec![i64s(&[1, 2, 3, 4, 5, 6, 7])]), None);
    let message = fails(&text("x - y"), vec![i64s(&[1, 2, 3])]).expect("a failure");
    assert!(message.contains("not associative"), "{message}");
}

#[test]
fn operators_with_effects_run_once() {
    let text = "def main (xs : []i64) : i64 =
       let r : ref<i64> = ref.new(0)
       in let _ : i64 = reduce(\\(a : i64) (b : i64) -> let _ : () = ref.write(r, ref.read(r) + 1) in a - b, 0, xs)
       in ref.read(r)
     entry main = @main (xs : []i64 \"[]i64\") -> i64 \"i64\"";
    let program = good(text);
    let (plain, checked) = (program.clone(), debug(program));
    let run = |program| run_entry(program, "main", vec![i64s(&[1, 2, 3])], Limits::default()).expect("a result");
    assert_eq!(format!("{:?}", run(&plain)), format!("{:?}", run(&checked)));
}
