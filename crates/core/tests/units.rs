//! Elements without leaves.

use base::FileId;
use rista_core::def::Program;
use rista_core::units::with_leaves;
use rista_core::{text, verify};
use std::borrow::Cow;

fn parse(text: &str) -> Program {
    text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn what_takes_and_gives_elements_keeps_its_type() {
    let program = parse(
        "def main (n : i64) (i : i64) : ((), i64, [](), [](i64, ())) =
           let us : []() = replicate(n, ())
           let pairs : []((), i64) = zip(us, iota(n, 0i64, 1i64))
           let parts : ([](), []i64) = unzip(pairs)
           let kept : []() = filter(\\(()) -> true, parts#0)
           let all : () = reduce(\\(a : ()) (b : ()) -> a, (), kept)
           let sums : []() = scan(\\(a : ()) (b : ()) -> b, (), (us with [i] = us[i]))
           let count : i64 = loop k : i64 = 0i64 for u : () in map(\\(u : ()) -> u, sums) do k + 1i64
           in (all, count, kept, map(\\(p : ((), i64)) -> (p#1, p#0), pairs))",
    );
    let filled = with_leaves(&program);
    assert!(matches!(filled, Cow::Owned(_)));
    verify::verify(&filled).unwrap_or_else(|bug| panic!("{bug}"));
    assert!(matches!(with_leaves(&filled), Cow::Borrowed(_)), "{}", text::print(&filled));
}

#[test]
fn other_programs_stay_what_they_are() {
    let program = parse("def main (n : i64) (u : ()) : ((), []((), i64)) = (u, replicate(n, (u, n)))");
    assert!(matches!(with_leaves(&program), Cow::Borrowed(_)));
}
