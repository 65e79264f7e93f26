;; passes: prove simplify dead-code
;; Products are integers where something in memory bounds them: an index of a flat matrix, and the blocks of one, whose
;; side divides that of the matrix. Of products that nothing bounds, nothing is known.
fun flat (n : i64) (m : i64) (a : [n][m]i64) -> (*s : i64) =
  let (size : i64) = n * m
  let (xs : [size]i64) = reshape [size] a
  let (s : i64) =
    loop (s : i64 = 0) for i < n do
      let (inner : i64) =
        loop (t : i64 = s) for j < m do
          let (row : i64) = i * m
          let (at : i64) = row + j
          let (low : bool) = 0 <= at
          let (high : bool) = at < size
          let (inside : bool) = low & high
          let (c : cert) = assert inside "index {}" (at)
          let (x : i64) = <c> xs[at]
          let (next : i64) = t + x
          in (next)
      in (inner)
  in (s)

fun blocks (n : i64) (b : i64) (a : [n][n]i64) -> (*s : i64) =
  let (some : bool) = b != 0
  let (c : cert) = assert some "no blocks" ()
  let (rest : i64) = <c> n % b
  let (even : bool) = rest == 0
  let (d : cert) = assert even "what is left: {}" (rest)
  let (count : i64) = <c> n / b
  let (size : i64) = n * n
  let (xs : [size]i64) = reshape [size] a
  let (s : i64) =
    loop (s : i64 = 0) for k < count do
      let (top : i64) = k * b
      let (below : i64) = n + 1
      let (corner : i64) = top * below
      let (last : i64) = b - 1
      let (down : i64) = last * below
      let (end : i64) = corner + down
      let (fine : bool) = 0 <= corner
      let (high : bool) = end < size
      let (inside : bool) = fine & high
      let (e : cert) = assert inside "block at {}" (corner)
      let (x : i64) = <e> xs[end]
      let (next : i64) = s + x
      in (next)
  in (s)

fun unbounded (n : i64) (m : i64) (k : i64) (xs : [n]i64) (ys : [m]i64) -> (*wide : bool) (*square : bool) =
  let (size : i64) = n * m
  let (wide : bool) = 0 <= size
  let (times : i64) = k * k
  let (square : bool) = 0 <= times
  in (wide, square)
