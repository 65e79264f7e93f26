-- Polynomials modulo a prime by the number theoretic transform; the numbers behind a module type.
-- ==
-- entry: products
-- input { empty([0]i64) [1i64, 2i64] }
-- output { [0i64, 0i64] }
-- input { [3i64] [4i64] }
-- output { [12i64, 0i64] }
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [4i64, 13i64, 22i64, 15i64, 0i64] }
-- input { [851842431i64, 616134650i64, 882566437i64, 86510938i64, 520801967i64, 818424092i64, 280913934i64, 39538125i64, 485026i64] [156313201i64, 711696013i64, 629732851i64, 504931656i64, 815754555i64, 789024432i64, 400677900i64, 342937748i64, 826931358i64, 23503992i64, 292807337i64, 524889317i64] }
-- output { [81526431i64, 893857167i64, 610712668i64, 215346776i64, 25927627i64, 565590602i64, 773620350i64, 54773353i64, 795736098i64, 803980132i64, 59486828i64, 634243824i64, 656031588i64, 313256552i64, 714458281i64, 676548689i64, 642819781i64, 293911355i64, 637875216i64, 712032946i64, 0i64] }
-- input { [-1i64, -2i64] [5i64] }
-- output { [998244348i64, 998244343i64, 0i64] }

-- ==
-- entry: values
-- input { empty([0]i64) [1i64, 2i64] }
-- output { [0i64, 0i64] }
-- input { [3i64] [4i64] }
-- output { [3i64] }
-- input { [1i64, 2i64, 3i64] [4i64, 5i64] }
-- output { [57i64, 86i64] }
-- input { [851842431i64, 616134650i64, 882566437i64, 86510938i64, 520801967i64, 818424092i64, 280913934i64, 39538125i64, 485026i64] [156313201i64, 711696013i64, 629732851i64, 504931656i64, 815754555i64, 789024432i64, 400677900i64, 342937748i64, 826931358i64, 23503992i64, 292807337i64, 524889317i64] }
-- output { [731773680i64, 156992928i64, 854932462i64, 13334646i64, 684024382i64, 936397548i64, 947410309i64, 832841882i64, 757537721i64, 5688025i64, 92020083i64, 982327614i64] }
-- input { [-1i64, -2i64] [5i64] }
-- output { [998244342i64] }

-- ==
-- entry: inverses
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64, 1000000i64] }
-- output { [1i64, 499122177i64, 332748118i64, 616898040i64] }

-- ==
-- entry: binomials
-- input { 0i64 }
-- output { [1i64] }
-- input { 1i64 }
-- output { [1i64, 1i64] }
-- input { 5i64 }
-- output { [1i64, 5i64, 10i64, 10i64, 5i64, 1i64] }
-- input { 40i64 }
-- output { [1i64, 40i64, 780i64, 9880i64, 91390i64, 658008i64, 3838380i64, 18643560i64, 76904685i64, 273438880i64, 847660528i64, 315312734i64, 595631715i64, 54290644i64, 247309721i64, 295570936i64, 960951764i64, 886875736i64, 578649911i64, 512398157i64, 88808106i64, 512398157i64, 578649911i64, 886875736i64, 960951764i64, 295570936i64, 247309721i64, 54290644i64, 595631715i64, 315312734i64, 847660528i64, 273438880i64, 76904685i64, 18643560i64, 3838380i64, 658008i64, 91390i64, 9880i64, 780i64, 40i64, 1i64] }

module type modular = {
  type t
  val from_i64 : i64 -> t
  val to_i64 : t -> i64
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val ** : t -> i64 -> t
  val inverse : t -> t
  val sum [n] : [n]t -> t
  val product [n] : [n]t -> t
}

module mk_modular (P: { val modulus : i64 }) : modular = {
  type t = i64
  local def norm (x: i64) : i64 = x % P.modulus
  def from_i64 = norm
  def to_i64 (x: t) : i64 = x
  def x + y = norm (x i64.+ y)
  def x - y = norm (x i64.- y)
  def x * y = norm (x i64.* y)
  def (x: t) ** (n: i64) =
    let (r, _, _) = loop (r, b, n) = (1, x, n) while n > 0 do
      (if n & 1 == 1 then r * b else r, b * b, n >> 1)
    in r
  def inverse x = x ** (P.modulus i64.- 2)
  def sum [n] (xs: [n]t) : t = reduce (+) 0 xs
  def product [n] (xs: [n]t) : t = reduce (*) 1 xs
}

module p = mk_modular { def modulus = 998244353i64 }

-- | Bit reversal, then butterflies in place; `n` is a power of two.
def ntt [n] (back: bool) (xs: [n]p.t) : [n]p.t =
  let bits = i64.i32 (i64.num_bits - 1 - i64.clz n)
  let reverse_bits i = loop r = 0 for b < bits do r | (((i >> b) & 1) << (bits - 1 - b))
  let root = (p.from_i64 3) p.** (998244352 / n)
  let root = if back then p.inverse root else root
  let xs = map (\i -> xs[reverse_bits i]) (iota n)
  let xs = loop xs for s < bits do
    let half = 1 << s
    let w = root p.** (n / (2 * half))
    in map (\i ->
         let k = i & (half - 1)
         let (lo, hi) = if i & half == 0 then (i, i + half) else (i - half, i)
         let t = (w p.** k) p.* xs[hi]
         in if i & half == 0 then xs[lo] p.+ t else xs[lo] p.- t) (iota n)
  in if back then let k = p.(inverse (from_i64 n)) in map (p.* k) xs else xs

def next_power (n: i64) : i64 = loop k = 1 while k < n do k * 2

def multiply [n][m] (a: [n]i64) (b: [m]i64) : [n + m]i64 =
  let size = next_power (n + m)
  let widen (xs: []i64) = tabulate size (\i -> p.from_i64 (if i < length xs then xs[i] else 0))
  let product = map2 (p.*) (ntt false (widen a)) (ntt false (widen b)) |> ntt true
  in map p.to_i64 product |> take (n + m)

def evaluate [n] (coefficients: [n]i64) (x: i64) : i64 =
  let powers = scan (p.*) (p.from_i64 1) (tabulate n (\i -> p.from_i64 (if i == 0 then 1 else x)))
  in map2 (\c pw -> p.from_i64 c p.* pw) coefficients powers |> p.sum |> p.to_i64

entry products [n][m] (a: [n]i64) (b: [m]i64) : [n + m]i64 = multiply a b
entry values [n][m] (coefficients: [n]i64) (xs: [m]i64) : [m]i64 = map (evaluate coefficients) xs
entry inverses [n] (xs: [n]i64) : [n]i64 = map (p.from_i64 >-> p.inverse >-> p.to_i64) xs
entry binomials (n: i64) : [n + 1]i64 =
  let fact k = p.product (map p.from_i64 (1..<k + 1))
  in map (\k -> p.to_i64 (fact n p.* p.inverse (fact k p.* fact (n - k)))) (iota (n + 1))
