-- A linear congruential generator with leap-frogging: every thread jumps to its own place of one sequence, so the
-- parallel numbers equal the sequential ones; and an estimate of pi from them.
-- ==
-- entry: sequence leapt
-- input { 0u32 4i64 } output { [1013904223u32, 1196435762, 3519870697, 2868466484] }
-- input { 42u32 1i64 } output { [1083814273u32] }
-- input { 42u32 0i64 } output { empty([0]u32) }

-- ==
-- entry: inside
-- input { 1u32 0i64 } output { 0i64 }
-- input { 1u32 1000i64 } output { 791i64 }

-- ==
-- entry: pi
-- input { 7u32 4000i64 } output { 3.118f64 }

def multiplier : u32 = 1664525
def increment : u32 = 1013904223

def next (x: u32) : u32 = multiplier * x + increment

entry sequence (seed: u32) (n: i64) : [n]u32 =
  let out = replicate n 0
  let (out, _) =
    loop (out, x) = (out, seed) for i < n do
      let x = next x
      in (out with [i] = x, x)
  in out

-- Affine maps (a, c): x -> a * x + c compose associatively, so all their prefixes come from one scan.
def after ((a, c): (u32, u32)) ((b, d): (u32, u32)) : (u32, u32) = (b * a, b * c + d)

entry leapt (seed: u32) (n: i64) : [n]u32 =
  replicate n (multiplier, increment)
  |> scan after (1, 0)
  |> map (\(a, c) -> a * seed + c)

def unit (x: u32) : f64 = f64.u32 (x >> 8) / 16777216

entry inside (seed: u32) (n: i64) : i64 =
  let points = leapt seed (n * 2) |> unflatten |> map (map unit)
  in i64.sum (map (\p -> i64.bool (p[0] * p[0] + p[1] * p[1] <= 1)) points)

entry pi (seed: u32) (n: i64) : f64 = 4 * f64.i64 (inside seed n) / f64.i64 n
