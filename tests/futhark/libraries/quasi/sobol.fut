-- | Sobol sequences with as many dimensions as the table of direction numbers gives.

module type sobol_dir = {
  val n : i64
  -- | Degree, coefficients and first numbers of each dimension after the first.
  val table : [n]{s: i32, a: u32, m: [4]u32}
}

module type sobol = {
  val D : i64
  val norm : f64
  val independent : i32 -> [D]u32
  val recursive : [D]u32 -> i32 -> [D]u32
  val chunk : i32 -> (n: i64) -> [n][D]f64
  val sobol : (n: i64) -> [n][D]f64
  module Reduce : (X: {type t val ne : t val op : t -> t -> t val f : [D]f64 -> t}) -> {
    val run : i32 -> X.t
  }
}

module mk_sobol (DM: sobol_dir) (X: {val D : i64}) : sobol = {
  def D = X.D
  def L : i64 = 32
  def norm = 2f64 ** 32

  def directions : [D][L]u32 =
    let first = tabulate L (\i -> 1u32 << (31 - u32.i64 i))
    let other (k: i64) : [L]u32 =
      let {s, a, m} = DM.table[k]
      let s = i64.i32 s
      in loop v = replicate L 0 for i < L do
           let x = if i < s then m[i] << (31 - u32.i64 i)
                   else loop x = v[i - s] ^ (v[i - s] >> u32.i64 s) for k < s - 1 do
                          x ^ ((a >> u32.i64 (s - 2 - k) & 1) * v[i - k - 1])
           in v with [i] = x
    in tabulate D (\d -> if d == 0 then first else other (d - 1))

  def grey (i: i32) : u32 = u32.i32 ((i >> 1) ^ i)

  def independent (i: i32) : [D]u32 =
    let g = grey i
    let one v = reduce (^) 0 (map2 (\x k -> if u32.get_bit (i32.i64 k) g == 1 then x else 0) v (iota L))
    in map one directions

  def recursive (x: [D]u32) (i: i32) : [D]u32 =
    let bit = i64.i32 (i32.ctz (!i))
    in map2 (\v x -> x ^ v[bit]) directions x

  def chunk (at: i32) (n: i64) : [n][D]f64 =
    let start = independent at
    let steps = map (\k -> if k == 0 then start
                           else recursive (replicate D 0) (at + i32.i64 k - 1)) (iota n)
    in scan (map2 (^)) (replicate D 0) steps
       |> map (map (\x -> f64.u32 x / norm))

  def sobol (n: i64) : [n][D]f64 = chunk 0 n

  module Reduce (X: {type t val ne : t val op : t -> t -> t val f : [D]f64 -> t}) = {
    def run (n: i32) : X.t =
      reduce X.op X.ne (map (independent >-> map (\x -> f64.u32 x / norm) >-> X.f) (0..<n))
  }
}
