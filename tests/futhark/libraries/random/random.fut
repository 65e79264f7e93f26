-- | Engines of random numbers and distributions over them.

-- | An integer type with what engines need of it.
module type engine_int = {
  include integral
}

module type rng_engine = {
  module int : integral
  type rng
  val rand : rng -> (rng, int.t)
  val rng_from_seed [n] : [n]i32 -> rng
  val split_rng : (n: i64) -> rng -> [n]rng
  val join_rng [n] : [n]rng -> rng
  val min : int.t
  val max : int.t
}

module linear_congruential_engine (T: engine_int) (P: {
  val a : T.t
  val c : T.t
  val m : T.t
}) : rng_engine with int.t = T.t with rng = T.t = {
  type t = T.t
  type rng = t
  module int = T
  def min = T.i32 0
  def max = T.(P.m - i32 1)
  def rand (x: rng) : (rng, t) = let x = T.((P.a * x + P.c) % P.m) in (x, x)
  def rng_from_seed [n] (seed: [n]i32) : rng =
    let x = loop x = 1 for s in seed do ((x >> 16) ^ x) * (s ^ 0x45d9f3b)
    in (rand (T.u32 (u32.i32 x))).0
  def split_rng (n: i64) (x: rng) : [n]rng = map (\i -> T.(x ^ i64 (i i64.* 7919))) (iota n)
  def join_rng [n] (xs: [n]rng) : rng = reduce (T.^) (T.i32 0) xs
}

-- | An engine that throws away k numbers of every block.
module discard_block_engine (K: {val p : i32 val r : i32}) (E: rng_engine) : rng_engine with int.t = E.int.t with rng = (E.rng, i32) = {
  module int = E.int
  type rng = (E.rng, i32)
  def min = E.min
  def max = E.max
  def rand ((g, i): rng) : (rng, int.t) =
    let (g, i) = if i >= K.r
                 then (loop g for _i < K.p - i do (E.rand g).0, 0)
                 else (g, i)
    let (g, x) = E.rand g
    in ((g, i + 1), x)
  def rng_from_seed [n] (s: [n]i32) = (E.rng_from_seed s, 0i32)
  def split_rng (n: i64) ((g, i): rng) = map (\g -> (g, i)) (E.split_rng n g)
  def join_rng [n] (gs: [n]rng) = let (gs, is) = unzip gs in (E.join_rng gs, i32.maximum is)
}

module type rng_distribution = {
  module engine : rng_engine
  module num : numeric
  type distribution
  val rand : distribution -> engine.rng -> (engine.rng, num.t)
}

module uniform_int_distribution (D: integral) (E: rng_engine) :
    rng_distribution with num.t = D.t with engine.rng = E.rng with distribution = (D.t, D.t) = {
  module engine = E
  module num = D
  type distribution = (D.t, D.t)
  def to_D (x: E.int.t) = D.i64 (E.int.to_i64 x)
  def rand ((lo, hi): distribution) (g: E.rng) =
    let (g, x) = E.rand g
    in (g, D.(lo + (to_D x - to_D E.min) %% (hi - lo + i32 1)))
}

module uniform_real_distribution (R: real) (E: rng_engine) :
    rng_distribution with num.t = R.t with engine.rng = E.rng with distribution = (R.t, R.t) = {
  module engine = E
  module num = R
  type distribution = (num.t, num.t)
  def to_R (x: E.int.t) = R.i64 (E.int.to_i64 x)
  def rand ((lo, hi): distribution) (g: E.rng) =
    let (g, x) = E.rand g
    let x' = R.((to_R x - to_R E.min) / (to_R E.max - to_R E.min))
    in (g, R.(lo + x' * (hi - lo)))
}

-- | Normally distributed numbers by the formula of Box and Muller.
module normal_distribution (R: real) (E: rng_engine) :
    rng_distribution with num.t = R.t with engine.rng = E.rng with distribution = {mean: R.t, stddev: R.t} = {
  module engine = E
  module num = R
  type distribution = {mean: R.t, stddev: R.t}
  module U = uniform_real_distribution R E
  def rand ({mean, stddev}: distribution) (g: E.rng) =
    let (g, u1) = U.rand (R.i32 0, R.i32 1) g
    let (g, u2) = U.rand (R.i32 0, R.i32 1) g
    let r = R.(sqrt (neg (i32 2) * log u1))
    in (g, R.(mean + stddev * (r * cos (i32 2 * pi * u2))))
}
