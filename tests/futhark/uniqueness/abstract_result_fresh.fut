-- A result that the module type marks with `*` shares nothing with the argument, whatever `t` stands for.
-- ==
-- entry: main
-- input { 3i64 }
-- output { 7i64 }
module counter : {
  type t
  val start : i64 -> *t
  val next : t -> *t
  val finish : *t -> i64
} = {
  type t = i64
  def start (x: i64) : *t = x
  def next (x: t) : *t = x + 1
  def finish (x: *t) : i64 = x
}
entry main (n: i64) : i64 =
  let a = counter.start n
  let b = counter.next a
  let sum = counter.finish b
  in sum + counter.finish a
