-- Numbers of many digits behind a module type with sizes: carries by a scan over a sum type.
-- ==
-- entry: sum
-- input { empty([0]u32) empty([0]u32) }
-- output { [0u32] }
-- input { [7u32] [9u32] }
-- output { [16u32, 0u32] }
-- input { [4294967295u32] [1u32] }
-- output { [0u32, 1u32] }
-- input { [0u32, 3097603021u32, 0u32, 4294967295u32] [1u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [1u32, 3097603022u32, 4294967295u32, 4294967294u32, 1u32] }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32] [1u32, 0u32, 0u32, 0u32, 0u32] }
-- output { [0u32, 0u32, 0u32, 0u32, 0u32, 1u32] }
-- input { [4294967295u32, 4294967295u32, 4294967295u32] [4294967295u32, 4294967295u32, 4294967295u32] }
-- output { [4294967294u32, 4294967295u32, 4294967295u32, 1u32] }

-- ==
-- entry: product
-- input { empty([0]u32) empty([0]u32) }
-- output { empty([0]u32) }
-- input { [7u32] [9u32] }
-- output { [63u32, 0u32] }
-- input { [4294967295u32] [1u32] }
-- output { [4294967295u32, 0u32] }
-- input { [0u32, 3097603021u32, 0u32, 4294967295u32] [1u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [0u32, 3097603021u32, 3097603021u32, 1197364274u32, 4294967295u32, 3097603022u32, 4294967295u32, 4294967294u32] }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32] [1u32, 0u32, 0u32, 0u32, 0u32] }
-- output { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 0u32, 0u32, 0u32, 0u32, 0u32] }
-- input { [4294967295u32, 4294967295u32, 4294967295u32] [4294967295u32, 4294967295u32, 4294967295u32] }
-- output { [1u32, 0u32, 0u32, 4294967294u32, 4294967295u32, 4294967295u32] }
-- input { [1u32, 4294967295u32, 0u32] [1u32] }
-- output { [1u32, 4294967295u32, 0u32, 0u32] }
-- input { empty([0]u32) [5u32] }
-- output { [0u32] }

-- ==
-- entry: order
-- input { empty([0]u32) empty([0]u32) }
-- output { 0i32 }
-- input { [7u32] [9u32] }
-- output { -1i32 }
-- input { [4294967295u32] [1u32] }
-- output { 1i32 }
-- input { [0u32, 3097603021u32, 0u32, 4294967295u32] [1u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { -1i32 }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32] [1u32, 0u32, 0u32, 0u32, 0u32] }
-- output { 1i32 }
-- input { [4294967295u32, 4294967295u32, 4294967295u32] [4294967295u32, 4294967295u32, 4294967295u32] }
-- output { 0i32 }

-- ==
-- entry: factorial
-- input { 0i64 3u32 }
-- output { empty([0]u32) }
-- input { 1i64 0u32 }
-- output { [1u32] }
-- input { 1i64 5u32 }
-- output { [120u32] }
-- input { 4i64 30u32 }
-- output { [1409286144u32, 2254304733u32, 4130803606u32, 3347u32] }
-- input { 2i64 25u32 }
-- output { [2076180480u32, 1637855376u32] }

-- ==
-- entry: fibonacci
-- input { 1i64 0i64 }
-- output { [0u32] }
-- input { 1i64 10i64 }
-- output { [55u32] }
-- input { 3i64 120i64 }
-- output { [428607904u32, 1019028024u32, 290477u32] }

-- | Natural numbers as little-endian digits; `carry` is what a digit does to a carry coming in.
type carry = #generate | #propagate | #kill

module type bignat = {
  type digits [n]
  val from_u32 [n] : [n]u32 -> digits [n]
  val to_u32 [n] : digits [n] -> [n]u32
  val + [n] : digits [n] -> digits [n] -> digits [n + 1]
  val * [n] [m] : digits [n] -> digits [m] -> digits [n + m]
  val small [n] : digits [n] -> u32 -> digits [n + 1]
  val compare [n] : digits [n] -> digits [n] -> i32
  val widen [n] : (m: i64) -> digits [n] -> digits [n + m]
}

module bignat : bignat = {
  type digits [n] = [n]u32
  def from_u32 [n] (xs: [n]u32) : [n]u32 = xs
  def to_u32 [n] (xs: [n]u32) : [n]u32 = xs

  local def after (a: carry) (b: carry) : carry = match b case #propagate -> a case _ -> b

  local def add [n] (xs: [n]u32) (ys: [n]u32) : [n + 1]u32 =
    let kinds = map2 (\x y -> let s = x u32.+ y
                             in if s < x then #generate
                                else if s == u32.highest then #propagate else #kill : carry) xs ys
    let carries = scan after #propagate kinds
                  |> map (\(c: carry) -> u32.bool (match c case #generate -> true case _ -> false))
    in map2 (\i c -> if i == n then c else xs[i] u32.+ ys[i] u32.+ c)
            (iota (n i64.+ 1))
            ([0] ++ carries :> [n i64.+ 1]u32)

  def (+) [n] (xs: digits [n]) (ys: digits [n]) : digits [n + 1] = add xs ys

  def widen [n] (m: i64) (xs: digits [n]) : digits [n + m] = xs ++ replicate m 0u32

  def small [n] (xs: digits [n]) (k: u32) : digits [n + 1] =
    let (out, c) = loop (out, c) = (replicate (n i64.+ 1) 0u32, 0u64) for i < n do
      let t = u64.u32 xs[i] u64.* u64.u32 k u64.+ c
      in (out with [i] = u32.u64 t, t >> 32)
    in out with [n] = u32.u64 c

  def (*) [n][m] (xs: digits [n]) (ys: digits [m]) : digits [n + m] =
    loop acc = replicate (n i64.+ m) 0u32 for j < m do
      let row = small xs ys[j]
      let shifted = tabulate (n i64.+ m) (\i -> if i >= j && i <= j i64.+ n then row[i i64.- j] else 0)
      in take (n i64.+ m) (add acc shifted)

  def compare [n] (xs: digits [n]) (ys: digits [n]) : i32 =
    map2 (\x y -> i32.bool (x > y) - i32.bool (x < y)) xs ys
    |> reduce (\a b -> if b != 0 then b else a) 0
}

entry sum [n] (a: [n]u32) (b: [n]u32) : [n + 1]u32 = bignat.(to_u32 (from_u32 a + from_u32 b))
entry product [n][m] (a: [n]u32) (b: [m]u32) : [n + m]u32 = bignat.(to_u32 (from_u32 a * from_u32 b))
entry order [n] (a: [n]u32) (b: [n]u32) : i32 = bignat.(compare (from_u32 a) (from_u32 b))

entry factorial (limbs: i64) (k: u32) : [limbs]u32 =
  let one = tabulate limbs (\i -> u32.bool (i == 0))
  in loop f = one for i < k do
       take limbs (bignat.(to_u32 (small (from_u32 f) (i u32.+ 1))))

entry fibonacci (limbs: i64) (k: i64) : [limbs]u32 =
  let zero = replicate limbs 0u32
  let one = copy zero with [0] = 1
  let (a, _) = loop (a, b) = (zero, one) for _i < k do
    (b, take limbs (bignat.(to_u32 (from_u32 a + from_u32 b))))
  in a
