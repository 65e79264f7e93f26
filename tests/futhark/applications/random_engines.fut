-- Random number engines and distributions as a tower of functors.
-- ==
-- entry: rolls
-- input { 0i64 1i32 }
-- output { empty([0]i8) }
-- input { 1i64 5i32 }
-- output { [4i8] }
-- input { 12i64 77i32 }
-- output { [4i8, 3i8, 1i8, 5i8, 5i8, 6i8, 1i8, 3i8, 5i8, 4i8, 1i8, 5i8] }

-- ==
-- entry: mean
-- input { 1i64 empty([0]i32) }
-- output { 0.748809814453125f64 }
-- input { 4i64 [9i32] }
-- output { 0.26483917236328125f64 }
-- input { 100i64 [1i32, 2i32, 3i32] }
-- output { 0.00658782958984375f64 }

-- ==
-- entry: shuffled
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [0i32] }
-- output { [0i32] }
-- input { [0i32, 1i32] }
-- output { [1i32, 0i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32] }
-- output { [10i32, 3i32, 1i32, 4i32, 7i32, 8i32, 0i32, 6i32, 9i32, 5i32, 2i32] }

module type rng_engine = {
  module int : integral
  type rng
  val rng_from_seed [n] : [n]i32 -> rng
  val rand : rng -> (rng, int.t)
  val min : int.t
  val max : int.t
  val split_rng : (n: i64) -> rng -> [n]rng
}

module linear_congruential (T: integral) (P: {
  val a : T.t
  val c : T.t
  val m : T.t
}) : rng_engine with int.t = T.t = {
  module int = T
  type rng = T.t
  def min = T.i64 0
  def max = P.m T.- T.i64 1
  def rand x = let x' = T.((P.a * x + P.c) % P.m) in (x', x')
  def rng_from_seed [n] (seed: [n]i32) =
    let mix = loop s = T.i64 1 for x in seed do T.((s * i64 31 + i32 x) % P.m)
    in (rand mix).0
  def split_rng (n: i64) (x: rng) : [n]rng =
    tabulate n (\i -> (rand T.((x ^ i64 i) % P.m)).0)
}

module minstd = linear_congruential u64 { def a = 48271u64 def c = 0u64 def m = 2147483647u64 }
module small = linear_congruential u32 { def a = 75u32 def c = 74u32 def m = 65537u32 }

module type rng_distribution = {
  module engine : rng_engine
  type num
  type distribution
  val rand : distribution -> engine.rng -> (engine.rng, num)
}

module uniform_int (D: integral) (E: rng_engine)
  : rng_distribution with num = D.t
                     with engine.rng = E.rng
                     with distribution = (D.t, D.t) = {
  module engine = E
  type num = D.t
  type distribution = (D.t, D.t)
  def rand ((lo, hi): distribution) (rng: E.rng) =
    let (rng, x) = E.rand rng
    let span = D.to_i64 hi - D.to_i64 lo + 1
    in (rng, D.i64 (D.to_i64 lo + E.int.to_i64 x % span))
}

module uniform_real (R: real) (E: rng_engine)
  : rng_distribution with num = R.t
                     with engine.rng = E.rng
                     with distribution = (R.t, R.t) = {
  module engine = E
  type num = R.t
  type distribution = (R.t, R.t)
  local def to_real (x: E.int.t) = R.i64 (E.int.to_i64 x)
  def rand ((lo, hi): distribution) (rng: E.rng) =
    let (rng, x) = E.rand rng
    let unit = R.((to_real x - to_real E.min) / (to_real E.max - to_real E.min))
    in (rng, R.(lo + unit * (hi - lo)))
}

module shuffle (E: rng_engine) = {
  module dist = uniform_int i64 E
  -- | Fisher-Yates, sequentially.
  def knuth [n] 't (rng: E.rng) (xs: [n]t) : (E.rng, [n]t) =
    loop (rng, xs) = (rng, copy xs) for k < n - 1 do
      let i = n - 1 - k
      let (rng, j) = dist.rand (0, i) rng
      let a = copy xs[i]
      let b = copy xs[j]
      in (rng, xs with [i] = b with [j] = a)
}

module die = uniform_int i8 minstd
module unit = uniform_real f64 small
module shuffle_minstd = shuffle minstd

entry rolls (n: i64) (seed: i32) : [n]i8 =
  let rng = minstd.rng_from_seed [seed]
  let (_, out) = loop (rng, out) = (rng, replicate n 0i8) for i < n do
    let (rng, x) = die.rand (1, 6) rng
    in (rng, out with [i] = x)
  in out

entry mean (n: i64) (seeds: []i32) : f64 =
  let rngs = small.split_rng n (small.rng_from_seed seeds)
  let (_, xs) = map (unit.rand (-1, 1)) rngs |> unzip
  in f64.sum xs / f64.i64 n

entry shuffled [n] (xs: [n]i32) : [n]i32 =
  (shuffle_minstd.knuth (minstd.rng_from_seed [1, 2, 3]) xs).1
