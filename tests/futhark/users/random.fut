-- Random numbers of one own: generators as modules and records, skipping ahead, Monte Carlo, shuffling.
-- ==
-- entry: one_by_one
-- input { 6i64 42u64 }
-- output { [1220265334u32, 484179026u32, 886563538u32, 1353769503u32, 1460606294u32, 56326156u32] }

-- ==
-- entry: in_parallel
-- input { 6i64 42u64 }
-- output { [1220265334u32, 484179026u32, 886563538u32, 1353769503u32, 1460606294u32, 56326156u32] }
-- input { 0i64 42u64 } output { empty([0]u32) }

-- ==
-- entry: xorshifts
-- input { 5i64 2463534242u32 }
-- output { [723471715u32, 2497366906u32, 2064144800u32, 2008045182u32, 3532304609u32] }

-- ==
-- entry: inside
-- input { 7u64 1000i64 } output { 789i64 }
-- input { 7u64 0i64 } output { 0i64 }

-- ==
-- entry: shuffle
-- input { 10i64 5u64 } output { [7i64, 0i64, 4i64, 3i64, 5i64, 6i64, 1i64, 9i64, 8i64, 2i64] }
-- input { 1i64 5u64 } output { [0i64] }

module lcg = {
  type state = u64
  def a : u64 = 6364136223846793005
  def c : u64 = 1442695040888963407
  def next (s: state) : state = s * a + c
  def output (s: state) : u32 = u32.u64 (s >> 33)

  -- | The state n steps ahead, by squaring the step.
  def skip (n: u64) (s: state) : state =
    let (_, _, _, s) =
      loop (n, a, c, s) = (n, a, c, s) while n > 0 do
        let s = if n & 1 == 1 then s * a + c else s
        in (n / 2, a * a, c * (a + 1), s)
    in s
}

def sequence (n: i64) (seed: u64) : [n]u32 =
  let (out, _) =
    loop (out, s) = (replicate n 0, seed) for i < n do
      let s = lcg.next s
      in (out with [i] = lcg.output s, s)
  in out

entry one_by_one (n: i64) (seed: u64) : [n]u32 = sequence n seed
entry in_parallel (n: i64) (seed: u64) : [n]u32 = map (\i -> lcg.(skip (u64.i64 i + 1) seed |> output)) (iota n)

def xorshift (x: u32) : u32 =
  let x = x ^ (x << 13)
  let x = x ^ (x >> 17)
  in x ^ (x << 5)

entry xorshifts (n: i64) (x: u32) : [n]u32 =
  (loop (o, x) = (replicate n 0, x) for i < n do let x = xorshift x in (o with [i] = x, x)).0

def mix (z: u64) : u64 =
  let z = (z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9
  let z = (z ^ (z >> 27)) * 0x94D049BB133111EBu64
  in z ^ (z >> 31)

def uniform (z: u64) : f64 = f64.u64 (z >> 11) * 0x1p-53

entry inside (seed: u64) (n: i64) : i64 =
  let sample i =
    let s = seed + u64.i64 i * 0x9E3779B97F4A7C15
    let (x, y) = (uniform (mix s), uniform (mix (s + 1)))
    in i64.bool (x * x + y * y < 1)
  in i64.sum (map sample (iota n))

entry shuffle (n: i64) (seed: u64) : [n]i64 =
  let (a, _) =
    loop (a, s) = (iota n, seed) for k < n - 1 do
      let i = n - 1 - k
      let s = lcg.next s
      let j = i64.u32 (lcg.output s % u32.i64 (i + 1))
      let (x, y) = (a[i], a[j])
      in (a with [i] = y with [j] = x, s)
  in a
