-- Programs as they were written years ago: `let` at top level, annotated lambdas, tuples everywhere — ünïcode “quotes” in comments, λ → ∀.
-- ==
-- tags { no_opencl no_cuda }
-- entry: picture
-- input { 7i64 8i64 } output { [[255i32, 0i32, 255i32, 0i32, 255i32, 255i32, 255i32, 0i32], [0i32, 255i32, 0i32, 255i32, 0i32, 255i32, 255i32, 0i32], [255i32, 0i32, 255i32, 0i32, 255i32, 0i32, 0i32, 255i32], [0i32, 255i32, 0i32, 255i32, 0i32, 0i32, 0i32, 255i32], [255i32, 0i32, 255i32, 0i32, 255i32, 255i32, 255i32, 0i32], [0i32, 255i32, 0i32, 0i32, 0i32, 255i32, 255i32, 0i32], [255i32, 0i32, 0i32, 255i32, 255i32, 0i32, 0i32, 255i32]] }
-- "nothing at all" input { 0i64 0i64 } output { empty([0][0]i32) }

-- ==
-- entry: sums
-- input { [-9i32, -1i32, -6i32, 4i32, 1i32, -7i32, 4i32, 9i32, 5i32, 9i32, -10i32, 6i32] } output { 76i32 754i32 3i32 }
-- "empty" compiled input { empty([0]i32) } output { 0i32 0i32 0i32 }

-- ==
-- entry: numbers
-- input { 30i32 } output { [0i64, 1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64, 34i64, 55i64, 89i64, 144i64, 233i64, 377i64, 610i64, 987i64, 1597i64, 2584i64, 4181i64, 6765i64, 10946i64, 17711i64, 28657i64, 46368i64, 75025i64, 121393i64, 196418i64, 317811i64, 514229i64, 832040i64] [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- nobench input { 2i32 } output { [0i64, 1, 1] [2i64] }
-- input { 1i32 } output { [0i64, 1] empty([0]i64) }

-- ==
-- input { [1, 2, 3] 4 } output { [16, 3, 22] }
-- input { [0x10, 0b11, -1_000] 0 } output { [8, 10, -500] }

-- | Größe eines Kästchens; 数, числа.
let box_size: i32 = 8

type rgb = (u8, u8, u8)
type^ shader = (i32, i32) -> rgb

let clamp (lo: i32) (hi: i32) (x: i32): i32 =
  i32.max lo (i32.min hi x)

let grey (x: i32): rgb =
  let y = u8.i32 (clamp 0 255 x)
  in (y, y, y)

let checker (n: i32): shader =
  \((x, y): (i32, i32)): rgb ->
     if (x / n + y / n) % 2 == 0 then (255, 255, 255) else (0u8, 0u8, 0u8)

let circle (r: i32) (inside: shader) (outside: shader): shader =
  \(x, y) -> if x * x + y * y <= r * r then inside (x, y) else outside (x, y)

let shift (dx: i32, dy: i32) (s: shader): shader = \(x, y) -> s (x - dx, y - dy)

let render (h: i64) (w: i64) (s: shader): [h][w]rgb =
  map (\(i: i64): [w]rgb -> map (\(j: i64): rgb -> s (i32.i64 j, i32.i64 i)) (iota w)) (iota h)

let luminance ((r, g, b): rgb): i32 =
  (299 * i32.u8 r + 587 * i32.u8 g + 114 * i32.u8 b) / 1000

entry picture (h: i64) (w: i64): [h][w]i32 =
  let s = circle 3 (checker 1) (shift (1, 0) (checker 2))
  in map (map luminance) (render h w (shift (2, 2) s))

let filter_sum [n] 'a (p: a -> bool) (f: a -> i32) (as: [n]a): i32 =
  let bs = filter p as
  in reduce (+) 0 (map f bs)

entry sums (xs: []i32): (i32, i32, i32) =
  let (pos, neg) = partition (\(x: i32): bool -> x >= 0) xs
  let (a, b, c) = partition2 (<(-5)) (>5) xs
  let total = loop (s) = (0) for i < length xs do s + xs[i]
  in (filter_sum (>0) (*2) xs,
      i32.i64 (length pos * 100 + length neg * 10 + length a),
      total + i32.i64 (length b - length c))

let fib (n: i32): i64 =
  let (x, _) = loop (x: i64, y: i64) = (0i64, 1i64) for _i < n do (y, x + y)
  in x

let primes (n: i64): []i64 =
  let flags = replicate (n + 1) true
  let (_, flags) =
    loop (i, flags) = (2i64, flags) while i * i <= n do
      let flags = if flags[i]
                  then let multiples = map (\k -> i * (k + i)) (iota (n / i - i + 1))
                       in scatter flags multiples (map (\_ -> false) multiples)
                  else flags
      in (i + 1, flags)
  in filter (\i -> i >= 2 && flags[i]) (0...n)

entry numbers (n: i32): ([]i64, []i64) = (map fib (0...n), primes (i64.i32 n))

let main (xs: []i32) (y: i32): []i32 = map (+ y) xs |> map (\x -> if x % 2 == 0 then x / 2 else 3 * x + 1)
