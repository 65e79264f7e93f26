;; passes: simplify prove simplify dead-code
;; What is overwritten as a whole is what overwrites it, an element by itself changes nothing, and equal numbers add up
;; to their multiple.
fun updates (n : i64) (*xs : [n]i64) (*ys : [n]i64) (x : i32) -> (*r : [n]i64) (*u : [n]i64) (s : i32) =
  let (squares : [n]i64) = map n () (\(i : i64) -> let (q : i64) = i * i in (q))
  let (r : [n]i64) = scatter n (squares) (\(i : i64) (q : i64) -> in (i, q)) into 1 (xs)
  let (y : i64) = ys[1]
  let (u : [n]i64) = ys with [1] = y
  let (s : i32) =
    traverse n () (\(i : i64) -> in (x)) reduce (\(a : i32) (b : i32) -> let (c : i32) = a + b in (c)) (1i32)
  in (r, u, s)

fun main () -> (a : i64) (b : i64) (s : i32) =
  let (xs : [3]i64) = iota 3
  let (ys : [3]i64) = iota 3 5 1
  let (r : [3]i64) (u : [3]i64) (s : i32) = call updates (3, xs, ys, -7i32)
  let (a : i64) = r[2]
  let (b : i64) = u[1]
  in (a, b, s)

entry main = main () -> (i64, i64, i32)
