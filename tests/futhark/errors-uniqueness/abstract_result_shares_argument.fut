-- What the type of `next` says holds outside of the module: its result may be its argument, whatever `t` stands for.
-- ==
-- error: `a` is used after it was consumed
module counter : {
  type t
  val start : i64 -> t
  val next : t -> t
  val finish : *t -> i64
} = {
  type t = i64
  def start (x: i64) : t = x
  def next (x: t) : t = x + 1
  def finish (x: *t) : i64 = x
}
entry main (n: i64) : i64 =
  let a = counter.start n
  let b = counter.next a
  let sum = counter.finish b
  in sum + counter.finish a
