-- | Complex numbers over any real numbers.

module type complex = {
  -- | The components.
  type real
  type complex
  val mk : (re: real) -> (im: real) -> complex
  val mk_re : real -> complex
  val mk_im : real -> complex
  val i : complex
  val conj : complex -> complex
  val re : complex -> real
  val im : complex -> real
  val mag : complex -> real
  val arg : complex -> real
  val + : complex -> complex -> complex
  val - : complex -> complex -> complex
  val * : complex -> complex -> complex
  val / : complex -> complex -> complex
  val sqrt : complex -> complex
  val exp : complex -> complex
  val log : complex -> complex
}

module mk_complex (T: real) : (complex with real = T.t with complex = (T.t, T.t)) = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real) = (a, b)
  def mk_re (a: real) = (a, T.i32 0)
  def mk_im (b: real) = (T.i32 0, b)
  def i = mk_im (T.i32 1)
  def re ((a, _): complex) = a
  def im ((_, b): complex) = b
  def conj ((a, b): complex) = T.((a, i32 0 - b))
  def mag ((a, b): complex) = T.(sqrt (a * a + b * b))
  def arg ((a, b): complex) = T.atan2 b a
  def (+) ((a, b): complex) ((c, d): complex) = T.((a + c, b + d))
  def (-) ((a, b): complex) ((c, d): complex) = T.((a - c, b - d))
  def (*) ((a, b): complex) ((c, d): complex) = T.((a * c - b * d, b * c + a * d))
  def (/) ((a, b): complex) ((c, d): complex) =
    T.(let n = c * c + d * d in ((a * c + b * d) / n, (b * c - a * d) / n))
  def exp ((a, b): complex) = let grown = T.exp a in mk T.(grown * cos b) T.(grown * sin b)
  def log (z: complex) = mk (T.log (mag z)) (arg z)
  def sqrt (z: complex) =
    let (a, b) = z
    let m = mag z
    let p = T.(sqrt ((m + a) / i32 2))
    let q = T.(sqrt ((m - a) / i32 2))
    in (p, if T.(b < i32 0) then T.neg q else q)
}
