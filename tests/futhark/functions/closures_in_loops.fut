-- Functions defined inside of loops, maps and branches capture what is in scope there: loop variables, sizes, outer
-- parameters that are shadowed later.
-- ==
-- entry: polynomial
-- input { [1f64, 2, 3] [0f64, 1, 2] } output { [1f64, 6, 17] }
-- input { empty([0]f64) [5f64] } output { [0f64] }
-- input { [4f64] empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: shadowed
-- input { 1i32 } output { 1i32 2i32 12i32 102i32 }

-- ==
-- entry: newton
-- input { 2f64 } output { 1.41421356f64 1.25992105f64 }
-- input { 27f64 } output { 5.196152423f64 3f64 }

-- ==
-- entry: accumulate
-- input { [1i32, 2, 3, 4] } output { [1i32, 3, 9, 31] }
-- input { [5i32] } output { [5i32] }

-- ==
-- entry: nested
-- input { 3i64 } output { [0i64, 3, 12] }
-- input { 1i64 } output { [0i64] }
-- input { 0i64 } output { empty([0]i64) }

entry polynomial [k][n] (coefficients: [k]f64) (xs: [n]f64) : [n]f64 =
  let at x = foldr (\c acc -> c + x * acc) 0 coefficients
  in map at xs

entry shadowed (x: i32) : (i32, i32, i32, i32) =
  let f () = x
  let x = x + 1
  let g () = x
  let x = 10
  let h y = x + y
  let x = 100
  in (f (), g (), h (g ()), x + g ())

def fixpoint (tolerance: f64) (f: f64 -> f64) (start: f64) : f64 =
  let (x, _, _) =
    loop (x, old, n) = (start, start + 2 * tolerance, 0i32)
    while f64.abs (x - old) > tolerance && n < 200 do (f x, x, n + 1)
  in x

entry newton (a: f64) : (f64, f64) =
  let solve f f' = fixpoint 1e-9 (\x -> x - f x / f' x) a
  in (solve (\x -> x * x - a) (\x -> 2 * x), solve (\x -> x * x * x - a) (\x -> 3 * x * x))

-- Each step's function depends on the variables of the loop.
entry accumulate [n] (xs: [n]i32) : [n]i32 =
  loop ys = copy xs for i in 1..<n do
    let weigh total = total * i32.i64 i + xs[i]
    in ys with [i] = weigh ys[i - 1]

entry nested (n: i64) : [n]i64 =
  let row i =
    let cell j = i * j + i
    in loop total = 0 for j < n do
         let add k = if k < i then total + cell k else total
         in add j + i64.bool (j >= i) * (if i == 0 then 0 else 0)
  in map (\i -> row i + i * (i + 1)) (iota n)
