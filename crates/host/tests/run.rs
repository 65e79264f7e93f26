//! Tests that programs with data types give the same results in IMP as in CORE's evaluator.

use crate::common::{LISTS, lower, number, numbers, run, truth};
use base::Stop;
use imp::eval::Limits;

#[test]
fn lists_are_built_and_taken_apart() {
    let main = "def main (n : i64) : (i64, i64, i64) =
                  let xs : @list = @build(n, (#nil : @list))
                  in (@sum(xs, 0), @length(xs), @last(xs))
                entry main = @main(n : i64) -> (i64, i64, i64)";
    let text = format!("{LISTS}{main}");
    assert_eq!(run(&text, &[number(10)]), Ok(vec![number(55), number(10), number(10)]));
    assert_eq!(run(&text, &[number(0)]), Err("no elements".to_owned()));
}

#[test]
fn calls_in_tail_position_need_no_stack() {
    let main = "def main (n : i64) : i64 = @sum(@build(n, (#nil : @list)), 0)
                entry main = @main(n : i64) -> i64";
    let (core, program) = lower(&format!("{LISTS}{main}"));
    let limits = Limits { depth: 4, ..Limits::default() };
    let result = imp::eval::run_entry(&program, "main", vec![number(1_000_000)], limits);
    assert_eq!(result, Ok(vec![number(500_000_500_000)]));
    let limits = core_ir::eval::Limits { calls: 4, ..Default::default() };
    let result = core_ir::eval::run_entry(&core, "main", vec![number(1_000_000)], limits);
    assert_eq!(result, Ok(vec![number(500_000_500_000)]));
}

#[test]
fn calls_nested_too_deep_are_a_failure() {
    let main = "def main (n : i64) : i64 = @length(@build(n, (#nil : @list)))
                entry main = @main(n : i64) -> i64";
    let (_, program) = lower(&format!("{LISTS}{main}"));
    let result = imp::eval::run_entry(&program, "main", vec![number(1_000_000)], Limits::default());
    assert!(matches!(result, Err(Stop::Failure(failure)) if failure.message == base::stack::TOO_DEEP));
}

/// Data that stays reachable hits the memory limit eventually; data that is dropped may be allocated without end.
#[test]
fn values_that_take_too_much_memory_are_a_limit() {
    let entry = "entry main = @main(n : i64) -> i64";
    let list = format!("{LISTS}def main (n : i64) : i64 = @length(@build(n, (#nil : @list))) {entry}");
    let arrays = format!(
        "data list = <cons([]i64, @list) | nil>
         def build (n : i64) (xs : @list) : @list = if n == 0 then xs else @build(n, (#cons(iota(1000, n, 1), xs) : @list))
         def main (n : i64) : i64 = match @build(n, (#nil : @list)) {{ case #cons(_ : []i64, _ : @list) : @list => 1 case #nil : @list => 0 }} {entry}"
    );
    let functions = format!(
        "data work = <work(<f(i64, @work) | g>)>
         def build (n : i64) (w : @work) : @work = @build(n, (#work((#f(n, w) : <f(i64, @work) | g>)) : @work))
         def main (n : i64) : i64 = match @build(n, (#work((#g : <f(i64, @work) | g>)) : @work)) {{ case #work(_ : <f(i64, @work) | g>) : @work => 1 }} {entry}"
    );
    for text in [list, arrays, functions] {
        let (core, program) = lower(&text);
        let limits = core_ir::eval::Limits { held: 1_000_000, ..Default::default() };
        let result = core_ir::eval::run_entry(&core, "main", vec![number(-1)], limits);
        assert!(matches!(result, Err(Stop::Limit(_))), "{result:?}");
        let limits = Limits { held: 1_000_000, ..Limits::default() };
        let result = imp::eval::run_entry(&program, "main", vec![number(-1)], limits);
        assert!(matches!(result, Err(Stop::Limit(_))), "{result:?}");
    }
    let main = "def again (n : i64) (last : i64) : i64 =
                  if n == 0 then last else @again(n - 1, @sum(@build(100, (#nil : @list)), 0))
                def main (n : i64) : i64 = @again(n, 0)";
    let (core, program) = lower(&format!("{LISTS}{main} {entry}"));
    let limits = core_ir::eval::Limits { held: 100_000, ..Default::default() };
    assert_eq!(core_ir::eval::run_entry(&core, "main", vec![number(1000)], limits), Ok(vec![number(5050)]));
    let limits = Limits { held: 100_000, ..Limits::default() };
    assert_eq!(imp::eval::run_entry(&program, "main", vec![number(1000)], limits), Ok(vec![number(5050)]));
}

#[test]
fn definitions_that_call_each_other_in_tail_position_need_no_stack() {
    let text = "data nat = <s(@nat) | z>
                def nat (n : i64) (acc : @nat) : @nat = if n == 0 then acc else @nat(n - 1, (#s(acc) : @nat))
                def even (n : @nat) (steps : i64) : (bool, i64) =
                  match n { case #z : @nat => (true, steps) case #s(m : @nat) : @nat => @odd(steps + 1, m) }
                def odd (steps : i64) (n : @nat) : (bool, i64) =
                  match n { case #z : @nat => (false, steps) case #s(m : @nat) : @nat => @even(m, steps + 1) }
                def main (n : i64) : (bool, i64) = @even(@nat(n, (#z : @nat)), 0)
                entry main = @main(n : i64) -> (bool, i64)";
    assert_eq!(run(text, &[number(7)]), Ok(vec![truth(false), number(7)]));
    let (core, program) = lower(text);
    let limits = Limits { depth: 5, ..Limits::default() };
    let result = imp::eval::run_entry(&program, "main", vec![number(100_000)], limits);
    assert_eq!(result, Ok(vec![truth(true), number(100_000)]));
    let limits = core_ir::eval::Limits { calls: 5, ..Default::default() };
    let result = core_ir::eval::run_entry(&core, "main", vec![number(100_000)], limits);
    assert_eq!(result, Ok(vec![truth(true), number(100_000)]));
}

#[test]
fn trees_and_their_equality() {
    let text = "data tree = <leaf([]i64) | node(@tree, i32, @tree)>
                def full (depth : i64) (at : i64) : @tree =
                  if depth == 0 then (#leaf(iota(at, 0, 1)) : @tree)
                  else (#node(@full(depth - 1, at), to.i32(at), @full(depth - 1, at + 1)) : @tree)
                def sum (t : @tree) : i64 =
                  match t {
                    case #leaf(xs : []i64) : @tree => reduce(\\(a : i64) (b : i64) -> a + b, 0, xs)
                    case #node(l : @tree, x : i32, r : @tree) : @tree => (@sum(l) + to.i64(x)) + @sum(r)
                  }
                def main (n : i64) : (i64, bool, bool, bool) =
                  let t : @tree = @full(n, 2)
                  in (@sum(t), equal(t, @full(n, 2)), equal(t, @full(n, 3)), equal(t, (#leaf(iota(2, 0, 1)) : @tree)))
                entry main = @main(n : i64) -> (i64, bool, bool, bool)";
    assert_eq!(
        run(text, &[number(3)]).map(|values| values[1..].to_vec()),
        Ok([true, false, false].map(truth).to_vec())
    );
    assert_eq!(run(text, &[number(0)]).map(|values| values[1..].to_vec()), Ok([true, false, true].map(truth).to_vec()));
}

#[test]
fn long_lists_are_compared_without_stack() {
    let main = "def main (n : i64) : bool = equal(@build(n, (#nil : @list)), @build(n, (#nil : @list)))
                entry main = @main(n : i64) -> bool";
    let (_, program) = lower(&format!("{LISTS}{main}"));
    let limits = Limits { depth: 4, ..Limits::default() };
    let result = imp::eval::run_entry(&program, "main", vec![number(100_000)], limits);
    assert_eq!(result, Ok(vec![truth(true)]));
}

/// In NOVA a constructor has one payload, a record.
#[test]
fn long_lists_of_records_are_compared_without_stack() {
    let text = "data chain = <link((@chain, (i64, @chain), i64)) | end>
                def grow (n : i64) (last : i64) : @chain =
                  loop c : @chain = (#link(((#end : @chain), (last, (#end : @chain)), 0)) : @chain) for i < n do
                    (#link(((#end : @chain), (i, c), 7)) : @chain)
                def main (n : i64) : (bool, bool, bool) =
                  (equal(@grow(n, 1), @grow(n, 1)), equal(@grow(n, 1), @grow(n, 2)), equal(@grow(n, 1), @grow(n + 1, 1)))
                entry main = @main(n : i64) -> (bool, bool, bool)";
    assert_eq!(run(text, &[number(3)]), Ok([true, false, false].map(truth).to_vec()));
    let (_, program) = lower(text);
    let limits = Limits { depth: 4, ..Limits::default() };
    let result = imp::eval::run_entry(&program, "main", vec![number(100_000)], limits);
    assert_eq!(result, Ok([true, false, false].map(truth).to_vec()));
}

#[test]
fn sums_hold_data_and_arrays() {
    let main = "def find (xs : @list) (wanted : i64) : <at([]i64, @list) | missing | more(@list, bool)> =
                  match xs {
                    case #nil : @list => (#missing : <at([]i64, @list) | missing | more(@list, bool)>)
                    case #cons(x : i64, rest : @list) : @list =>
                      if x == wanted then (#at([x, wanted], rest) : <at([]i64, @list) | missing | more(@list, bool)>)
                      else if x > wanted then (#more(xs, true) : <at([]i64, @list) | missing | more(@list, bool)>)
                      else @find(rest, wanted)
                  }
                def shown (n : i64) (wanted : i64) : i64 =
                  match @find(@build(n, (#nil : @list)), wanted) {
                    case #missing : <at([]i64, @list) | missing | more(@list, bool)> => -1
                    case #at(xs : []i64, rest : @list) : <at([]i64, @list) | missing | more(@list, bool)> =>
                      xs[1] + @sum(rest, 0)
                    case #more(rest : @list, _ : bool) : <at([]i64, @list) | missing | more(@list, bool)> => @length(rest)
                  }
                def main (n : i64) : (i64, i64, i64, bool) =
                  (@shown(n, 3), @shown(n, n + 1), @shown(n, 0),
                   equal(@find(@build(n, (#nil : @list)), 3), @find(@build(n, (#nil : @list)), 3)))
                entry main = @main(n : i64) -> (i64, i64, i64, bool)";
    let text = format!("{LISTS}{main}");
    assert_eq!(run(&text, &[number(5)]), Ok(vec![number(12), number(-1), number(5), truth(true)]));
}

#[test]
fn arrays_hold_data() {
    let main = "def main (ns : []i64) (k : i64) : ([]i64, i64, i64, i64, []i64) =
                  let lists : []@list = map(\\(n : i64) -> @build(n, (#nil : @list)), ns)
                  let long : []@list = filter(\\(xs : @list) -> @length(xs) > 1, lists)
                  let both : []@list = concat(lists, long, [(#nil : @list), lists[0]], replicate(2, lists[k]))
                  let longest : @list =
                    reduce(\\(a : @list) (b : @list) -> if @length(a) < @length(b) then b else a, (#nil : @list), both)
                  let pairs : [](i64, @list) = zip(ns, lists)
                  let total : i64 =
                    loop acc : i64 = 0 for (n : i64, xs : @list) in pairs do acc + (n * @sum(xs, 0))
                  let so_far : []@list =
                    scan(\\(a : @list) (b : @list) -> (#cons(@length(a), b) : @list), (#nil : @list), lists)
                  in (map(\\(xs : @list) -> @sum(xs, 0), both), @length(longest), total, size.0(both),
                      map(\\(xs : @list) -> @length(xs), so_far))
                entry main = @main(ns : []i64, k : i64) -> ([]i64, i64, i64, i64, []i64)";
    let text = format!("{LISTS}{main}");
    let result = run(&text, &[numbers(&[1, 3, 0, 2]), number(1)]);
    let sums = numbers(&[1, 6, 0, 3, 6, 3, 0, 1, 6, 6]);
    assert_eq!(result, Ok(vec![sums, number(3), number(25), number(10), numbers(&[2, 4, 1, 3])]));
    let message = "Index [4] out of bounds for array of shape [4].".to_owned();
    assert_eq!(run(&text, &[numbers(&[1, 3, 0, 2]), number(4)]), Err(message));
}

#[test]
fn rows_of_arrays_are_regular() {
    let main = "def main (n : i64) (m : i64) : ([]i64, i64, i64) =
                  let rows : [][]@list =
                    map(\\(i : i64) -> map(\\(j : i64) -> @build(i + j, (#nil : @list)), iota(m, 0, 1)), iota(n, 0, 1))
                  let lengths : [][]i64 = map(\\(row : []@list) -> map(\\(xs : @list) -> @length(xs), row), rows)
                  let turned : [][]@list = transpose(rows)
                  let last : []@list = turned[m - 1]
                  let odd : [][]i64 = map(\\(i : i64) -> iota(if i == 7 then 1 else m, i, 1), iota(n, 0, 1))
                  in (flatten(lengths), @sum(last[n - 1], 0), odd[0, 0])
                entry main = @main(n : i64, m : i64) -> ([]i64, i64, i64)";
    let text = format!("{LISTS}{main}");
    assert_eq!(run(&text, &[number(2), number(3)]), Ok(vec![numbers(&[0, 1, 2, 1, 2, 3]), number(6), number(0)]));
    assert!(run(&text, &[number(8), number(3)]).is_err());
}

#[test]
fn loops_carry_data() {
    let main = "def main (n : i64) : (i64, i64, i64) =
                  let (xs : @list, ys : @list) =
                    loop (xs : @list, ys : @list) = ((#nil : @list), (#nil : @list)) for i < n do
                      (ys, (#cons(i, xs) : @list))
                  let zs : (@list, i64) =
                    loop (zs : @list, k : i64) = (ys, 0) while k < 3 do
                      match zs {
                        case #nil : @list => (zs, k + 1)
                        case #cons(x : i64, rest : @list) : @list => (rest, k + 1)
                      }
                  in (@sum(xs, 0), @sum(ys, 0), @sum(zs#0, 10 / n))
                entry main = @main(n : i64) -> (i64, i64, i64)";
    let text = format!("{LISTS}{main}");
    assert!(run(&text, &[number(9)]).is_ok());
    assert_eq!(run(&text, &[number(0)]), Err("division by zero: 10 by 0".to_owned()));
}

#[test]
fn functions_as_data() {
    let text = "data fn = <add(i64) | both(@fn, @fn) | scale(i64)>
                def apply (f : @fn) (x : i64) : i64 =
                  match f {
                    case #add(k : i64) : @fn => x + k
                    case #scale(k : i64) : @fn => x * k
                    case #both(f : @fn, g : @fn) : @fn => @apply(g, @apply(f, x))
                  }
                def repeat (f : @fn) (n : i64) : @fn =
                  if n <= 1 then f else (#both(@repeat(f, n - 1), f) : @fn)
                def main (n : i64) (x : i64) : i64 =
                  @apply(@repeat((#both((#add(1) : @fn), (#scale(2) : @fn)) : @fn), n), x)
                entry main = @main(n : i64, x : i64) -> i64";
    assert_eq!(run(text, &[number(3), number(1)]), Ok(vec![number(22)]));
}

#[test]
fn data_types_that_hold_each_other() {
    let text = "data rose = <rose(i64, @roses)>
                data roses = <more(@rose, @roses) | none>
                def grow (n : i64) : @rose = (#rose(n, @children(n, n)) : @rose)
                def children (n : i64) (k : i64) : @roses =
                  if k == 0 then (#none : @roses) else (#more(@grow(k - 1), @children(n, k - 1)) : @roses)
                def size (r : @rose) : i64 = match r { case #rose(_ : i64, rs : @roses) : @rose => 1 + @sizes(rs, 0) }
                def sizes (rs : @roses) (acc : i64) : i64 =
                  match rs {
                    case #none : @roses => acc
                    case #more(r : @rose, rest : @roses) : @roses => @sizes(rest, acc + @size(r))
                  }
                def main (n : i64) : (i64, bool, bool) =
                  (@size(@grow(n)), equal(@grow(n), @grow(n)), equal(@grow(n), @grow(n + 1)))
                entry main = @main(n : i64) -> (i64, bool, bool)";
    assert_eq!(run(text, &[number(4)]), Ok(vec![number(16), truth(true), truth(false)]));
}

#[test]
fn arrays_of_nothing_have_a_length() {
    let text = "data units = <some([](), @units) | none>
                def total (us : @units) (acc : i64) : i64 =
                  match us {
                    case #none : @units => acc
                    case #some(u : [](), rest : @units) : @units => @total(rest, acc + size.0(u))
                  }
                def main (n : i64) : i64 =
                  @total((#some(replicate(n, ()), (#some(map(\\(i : i64) -> (), iota(2, 0, 1)), (#none : @units)) : @units)) : @units), 0)
                entry main = @main(n : i64) -> i64";
    assert_eq!(run(text, &[number(5)]), Ok(vec![number(7)]));
}

/// Returns the text blocks of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("text\n")).collect()
}

#[test]
fn the_page_shows_what_becomes_of_a_definition() {
    let page = include_str!("../../../docs/ir/host.md");
    let [source, shown, ..] = blocks(page)[..] else { panic!("two blocks of text") };
    let main = "def main (x : i64) : i64 = @sum((#cons(x, (#nil : @list)) : @list), 0)
                entry main = @main(x : i64) -> i64";
    let (_, program) = lower(&format!("{source}{main}"));
    let text = imp::text::print(&program);
    assert!(text.contains(shown), "{text}");
}

#[test]
fn constructors_without_payload_are_constants() {
    let text = "data tree = <leaf | node(@tree, i64, @tree) | other>
                def build (n : i64) : @tree =
                  if n == 0 then (#leaf : @tree) else (#node(@build(n - 1), n, (#other : @tree)) : @tree)
                def sum (t : @tree) : i64 =
                  match t {
                    case #leaf : @tree => 1
                    case #node(l : @tree, x : i64, r : @tree) : @tree => (@sum(l) + x) + @sum(r)
                    case #other : @tree => 10
                  }
                def main (n : i64) : (i64, bool, bool) =
                  (@sum(@build(n)), equal(@build(n), @build(n)), equal((#leaf : @tree), (#other : @tree)))
                entry main = @main(n : i64) -> (i64, bool, bool)";
    assert_eq!(run(text, &[number(3)]), Ok(vec![number(37), truth(true), truth(false)]));
    let (_, program) = lower(text);
    let (_, used) = imp::eval::run_entry_metered(&program, "main", vec![number(5)], Limits::default());
    assert_eq!(used.allocations, 15);
}
