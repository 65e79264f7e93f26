;; passes: slice dead-code
;; Results of branches whose sizes need not be results (Figs 22 and 23 of the paper on size slicing). The size of the
;; first array is found by a loop in one branch, so it stays. That of the second is known outside; that of the third is
;; computed alike on both sides, which then happens in front; of the fourth, the sides compute different things, which
;; takes a branch of its own in front.
fun collatz (start : i64) -> (steps : i64) =
  let (steps : i64) (last : i64) (on : bool) =
    loop (steps : i64 = 0) (at : i64 = start) (on : bool = true) while on do
      let (half : i64) = at / 2
      let (more : i64) = at * 3 + 1
      let (odd : i64) = at & 1
      let (even : bool) = odd == 0
      let (next : i64) = if even then in (half) else in (more)
      let (after : i64) = steps + 1
      let (on : bool) = next > 1
      in (after, next, on)
  in (steps)

fun choose (first : bool) (count : i64) (x : i32) (y : i32)
  -> (a : i64) (*as : [a]i64) (b : i64) (*bs : [b]i32) (c : i64) (*cs : [c]i32) (d : i64) (*ds : [d]i32) =
  let (a : i64) (as : [a]i64) =
    if first
    then
      let (as : [count]i64) = iota count
      in (count, as)
    else
      let (found : i64) = call collatz (count)
      let (as : [found]i64) = iota found
      in (found, as)
  let (b : i64) (bs : [b]i32) =
    if first
    then
      let (bs : [count]i32) = replicate [count] x
      in (count, bs)
    else
      let (bs : [count]i32) = replicate [count] y
      in (count, bs)
  let (c : i64) (cs : [c]i32) =
    if first
    then
      let (twice : i64) = count * 2
      let (more : i64) = twice + 1
      let (cs : [more]i32) = replicate [more] x
      in (more, cs)
    else
      let (double : i64) = count * 2
      let (next : i64) = double + 1
      let (cs : [next]i32) = replicate [next] y
      in (next, cs)
  let (d : i64) (ds : [d]i32) =
    if first
    then
      let (more : i64) = count + 1
      let (ds : [more]i32) = replicate [more] x
      in (more, ds)
    else
      let (more : i64) = count + 2
      let (ds : [more]i32) = replicate [more] y
      in (more, ds)
  in (a, as, b, bs, c, cs, d, ds)

fun main () -> (a : i64) (*as : [a]i64) (b : i64) (*bs : [b]i32) (c : i64) (*cs : [c]i32) (d : i64) (*ds : [d]i32) =
  let (a : i64) (as : [a]i64) (b : i64) (bs : [b]i32) (c : i64) (cs : [c]i32) (d : i64) (ds : [d]i32) =
    call choose (false, 3, 7i32, 8i32)
  in (a, as, b, bs, c, cs, d, ds)

entry main = main () -> ([]i64, []i32, []i32, []i32)
