;; passes: slice simplify dead-code
;; An array that a loop makes longer by the same in each iteration: its last size is known before the loop, here of the
;; first and the second loop. How much the third one adds differs, and how often the fourth one turns is not known before.
fun grown (n : i64) (k : i64) (zs : [k]i64) -> (a : i64) (*as : [a]i64) (b : i64) (*bs : [b]i64) (c : i64) (*cs : [c]i64) =
  let (first : [1]i64) = [0i64]
  let (a : i64) (as : [a]i64) =
    loop (a : i64 = 1) (as : [a]i64 = first) for i : i64 < n do
      let (one : [1]i64) = [i]
      let (longer : i64) = a + 1
      let (more : [longer]i64) = concat (as, one)
      in (longer, more)
  let (none : [0]i64) = iota 0
  let (b : i64) (bs : [b]i64) =
    loop (b : i64 = 0) (bs : [b]i64 = none) for i : i64 < n do
      let (longer : i64) = b + k
      let (more : [longer]i64) = concat (bs, zs)
      in (longer, more)
  let (empty : [0]i64) = iota 0
  let (c : i64) (cs : [c]i64) =
    loop (c : i64 = 0) (cs : [c]i64 = empty) for i : i64 < n do
      let (next : [i]i64) = iota i
      let (longer : i64) = c + i
      let (more : [longer]i64) = concat (cs, next)
      in (longer, more)
  in (a, as, b, bs, c, cs)

fun until (n : i64) -> (d : i64) (*ds : [d]i64) =
  let (first : [1]i64) = [1i64]
  let (d : i64) (ds : [d]i64) (last : i64) (on : bool) =
    loop (d : i64 = 1) (ds : [d]i64 = first) (last : i64 = 1) (on : bool = true) while on do
      let (double : i64) = last * 2
      let (one : [1]i64) = [double]
      let (longer : i64) = d + 1
      let (more : [longer]i64) = concat (ds, one)
      let (on : bool) = double < n
      in (longer, more, double, on)
  in (d, ds)

fun main () -> (a : i64) (*as : [a]i64) (b : i64) (*bs : [b]i64) (c : i64) (*cs : [c]i64) (d : i64) (*ds : [d]i64) =
  let (zs : [2]i64) = [7i64, 8i64]
  let (a : i64) (as : [a]i64) (b : i64) (bs : [b]i64) (c : i64) (cs : [c]i64) = call grown (3, 2, zs)
  let (d : i64) (ds : [d]i64) = call until (9)
  in (a, as, b, bs, c, cs, d, ds)

fun none () -> (a : i64) (*as : [a]i64) (b : i64) (*bs : [b]i64) (c : i64) (*cs : [c]i64) =
  let (zs : [2]i64) = [7i64, 8i64]
  let (a : i64) (as : [a]i64) (b : i64) (bs : [b]i64) (c : i64) (cs : [c]i64) = call grown (-4, 2, zs)
  in (a, as, b, bs, c, cs)

entry main = main () -> ([]i64, []i64, []i64, []i64)
entry none = none () -> ([]i64, []i64, []i64)
