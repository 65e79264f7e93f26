-- | Things with the four operations, and a few of them.

-- | What linear algebra needs of its elements.
module type field = {
  type t
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val / : t -> t -> t
  val == : t -> t -> bool
  val zero : t
  val one : t
  -- | How good an element is as a pivot; zero is the worst.
  val weight : t -> f64
}

module f64_field : field with t = f64 = {
  open f64
  def zero = 0f64
  def one = 1f64
  def weight = f64.abs
}

-- | Integers modulo a prime.
module modular (P: {val p : i64}) : {include field with t = i64 val normal : i64 -> i64} = {
  type t = i64
  def normal (x: i64) : i64 = x % P.p
  def (+) (x: t) (y: t) : t = normal (x i64.+ y)
  def (-) (x: t) (y: t) : t = normal (x i64.- y)
  def (*) (x: t) (y: t) : t = normal (x i64.* y)
  def zero : t = 0
  def one : t = 1
  def power (b: t) (e: i64) : t =
    (loop (r, b, e) = (one, b, e) while e i64.> 0 do
       (if e i64.% 2 i64.== 1 then r * b else r, b * b, e i64./ 2)).0
  def (/) x y = x * power y (P.p i64.- 2)
  def (==) (x: t) (y: t) = x i64.== y
  def weight (x: t) = if x i64.== 0 then 0 else 1f64
}

-- | Fractions that are always in lowest terms, the denominator positive.
module rational = {
  type t = {num: i64, den: i64}
  local def gcd (a: i64) (b: i64) : i64 = (loop (a, b) while b != 0 do (b, a % b)).0
  def make (num: i64) (den: i64) : t =
    let g = i64.abs (gcd num den)
    let s = if den < 0 then -g else g
    in {num = num / s, den = den / s}
  def zero = make 0 1
  def one = make 1 1
  def weight (a: t) = if a.num == 0 then 0f64 else 1 / f64.i64 (i64.abs a.num + a.den)
  def (a: t) == (b: t) = a.num == b.num && a.den == b.den
  def (a: t) / (b: t) = make (a.num * b.den) (a.den * b.num)
  def (a: t) - (b: t) = make (a.num * b.den - b.num * a.den) (a.den * b.den)
  def (a: t) + (b: t) = make (a.num * b.den + b.num * a.den) (a.den * b.den)
  def (a: t) * (b: t) = make (a.num * b.num) (a.den * b.den)
}
