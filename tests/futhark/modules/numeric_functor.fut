-- One functor over number modules of several module types.
-- ==
-- entry: main
-- input { [1i32, -5, 3] } output { -1i32 -1f64 3i32 1u8 7f32 }
-- input { empty([0]i32) } output { 0i32 0f64 -2147483648i32 0u8 7f32 }

module stats (n: numeric) = {
  type t = n.t
  def total [k] (xs: [k]t) : t = n.sum xs
  def top [k] (xs: [k]t) : t = n.maximum xs
  def norm (x: t) : i64 = n.to_i64 (n.abs x)
}

module bits (n: integral) = {
  open stats n
  def xor [k] (xs: [k]t) : t = reduce (n.^) (n.i32 0) xs
}

module roots (r: real) = {
  def pyth (x: r.t) (y: r.t) : r.t = r.sqrt (r.((x * x) + (y * y)))
}

module si = stats i32
module sf = stats f64
module bu = bits u8
module rf = roots f32

entry main (xs: []i32) : (i32, f64, i32, u8, f32) =
  (si.total xs, sf.total (map f64.i32 xs), si.top xs, u8.get_bit 0 (bu.xor (map (i32.abs >-> u8.i32) xs)) |> u8.i32,
   rf.pyth 3 4 + f32.i64 (si.norm (-2)))
