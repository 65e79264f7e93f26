-- Numbers of many words by a parametric module over the word: sums with carries by a scan, products, shifts, decimal digits.
-- ==
-- entry: sum32
-- input { [2241903809u32, 1778837931u32, 3464710496u32, 1303193990u32, 4125293655u32, 1570340887u32, 1243931546u32, 750280511u32] [3290406397u32, 3028564149u32, 3024601294u32, 2320078575u32, 2840618605u32, 1195188523u32, 473142372u32, 3940602561u32] }
-- output { [1237342910u32, 512434785u32, 2194344495u32, 3623272566u32, 2670944964u32, 2765529411u32, 1717073918u32, 395915776u32] [3246464708u32, 3045241077u32, 440109201u32, 3278082711u32, 1284675049u32, 375152364u32, 770789174u32, 1104645246u32] }
-- input { [4294967295u32,4294967295,4294967295,7] [1u32,0,0,0] }
-- output { [0u32,0,0,8] [4294967294u32,4294967295,4294967295,7] }
-- input { empty([0]u32) empty([0]u32) } output { empty([0]u32) empty([0]u32) }

-- ==
-- entry: sum8
-- input { [193u8, 188u8, 160u8, 133u8, 171u8, 233u8, 6u8, 106u8, 96u8, 73u8, 131u8, 206u8, 134u8, 41u8, 173u8, 77u8, 87u8, 252u8, 226u8, 245u8, 23u8, 128u8, 153u8, 93u8, 154u8, 227u8, 36u8, 74u8, 63u8, 95u8, 184u8, 44u8] [253u8, 157u8, 31u8, 196u8, 181u8, 56u8, 132u8, 180u8, 206u8, 192u8, 71u8, 180u8, 239u8, 150u8, 73u8, 138u8, 109u8, 102u8, 80u8, 169u8, 43u8, 33u8, 61u8, 71u8, 100u8, 148u8, 51u8, 28u8, 193u8, 210u8, 224u8, 234u8] }
-- output { [190u8, 90u8, 192u8, 73u8, 97u8, 34u8, 139u8, 30u8, 47u8, 10u8, 203u8, 130u8, 118u8, 192u8, 246u8, 215u8, 196u8, 98u8, 51u8, 159u8, 67u8, 161u8, 214u8, 164u8, 254u8, 119u8, 88u8, 102u8, 0u8, 50u8, 153u8, 23u8] [196u8, 30u8, 129u8, 193u8, 245u8, 176u8, 130u8, 181u8, 145u8, 136u8, 59u8, 26u8, 151u8, 146u8, 99u8, 195u8, 233u8, 149u8, 146u8, 76u8, 236u8, 94u8, 92u8, 22u8, 54u8, 79u8, 241u8, 45u8, 126u8, 140u8, 215u8, 65u8] true }

-- ==
-- entry: product32
-- input { [2241903809u32, 1778837931u32, 3464710496u32, 1303193990u32, 4125293655u32, 1570340887u32, 1243931546u32, 750280511u32] [3290406397u32, 3028564149u32, 3024601294u32, 2320078575u32, 2840618605u32, 1195188523u32, 473142372u32, 3940602561u32] }
-- output { [1123805117u32, 1336609510u32, 40898932u32, 1161219047u32, 3684161783u32, 2671019092u32, 3716503856u32, 3474320210u32, 1345305770u32, 889836339u32, 1792501479u32, 63920383u32, 2683912583u32, 1784928135u32, 724926189u32, 688377140u32] }

-- ==
-- entry: product8
-- input { [193u8, 188u8, 160u8, 133u8, 171u8, 233u8, 6u8, 106u8, 96u8, 73u8, 131u8, 206u8, 134u8, 41u8, 173u8, 77u8, 87u8, 252u8, 226u8, 245u8, 23u8, 128u8, 153u8, 93u8, 154u8, 227u8, 36u8, 74u8, 63u8, 95u8, 184u8, 44u8] [109u8, 102u8, 80u8, 169u8, 43u8, 33u8, 61u8, 71u8, 100u8, 148u8, 51u8, 28u8, 193u8, 210u8, 224u8, 234u8] }
-- output { [45u8, 68u8, 245u8, 85u8, 135u8, 73u8, 46u8, 210u8, 202u8, 113u8, 213u8, 154u8, 227u8, 203u8, 23u8, 197u8, 139u8, 200u8, 54u8, 219u8, 172u8, 26u8, 191u8, 243u8, 95u8, 50u8, 101u8, 60u8, 182u8, 26u8, 167u8, 235u8, 134u8, 65u8, 249u8, 159u8, 135u8, 215u8, 99u8, 106u8, 237u8, 126u8, 53u8, 43u8, 52u8, 205u8, 7u8, 41u8] }

-- ==
-- entry: decimal
-- input { [2241903809u32, 1778837931u32, 3464710496u32, 1303193990u32, 4125293655u32, 1570340887u32, 1243931546u32, 750280511u32] }
-- output { "20227522569770813807513595643622439486542353592097311232824627798008842468545" }
-- input { [0u32] } output { "0" }
-- input { empty([0]u32) } output { "0" }

-- ==
-- entry: factorial
-- input { 0u64 } output { "1" "1" }
-- input { 1u64 } output { "1" "1" }
-- input { 25u64 } output { "15511210043330985984000000" "15511210043330985984000000" }
-- input { 100u64 }
-- output { "93326215443944152681699238856266700490715968264381621468592963895217599993229915608941463976156518286253697920827223758251185210916864000000000000000000000000" "93326215443944152681699238856266700490715968264381621468592963895217599993229915608941463976156518286253697920827223758251185210916864000000000000000000000000" }

module type word = {
  type w
  type double
  val bits : i64
  val zero : w
  val one : w
  val highest : w
  val + : w -> w -> w
  val - : w -> w -> w
  val < : w -> w -> bool
  val == : w -> w -> bool
  val from_u64 : u64 -> w
  val to_u64 : w -> u64
  -- | x * y + a + b as low and high word.
  val mul_add : w -> w -> w -> w -> (w, w)
}

module word32 : word with w = u32 = {
  open u32
  type w = u32
  type double = u64
  def bits = 32i64
  def zero = 0u32
  def one = 1u32
  def from_u64 (x: u64) = u32.u64 x
  def to_u64 (x: u32) = u64.u32 x
  def mul_add (x: w) (y: w) (a: w) (b: w) =
    let r = u64.(u32 x * u32 y + u32 a + u32 b)
    in (u32.u64 r, u32.u64 (r u64.>> 32))
}

module word8 : word with w = u8 = {
  open u8
  type w = u8
  type double = u16
  def bits = 8i64
  def zero = 0u8
  def one = 1u8
  def from_u64 = u8.u64
  def to_u64 = u64.u8
  def mul_add (x: w) (y: w) (a: w) (b: w) =
    let r = u16.u8 x u16.* u16.u8 y u16.+ u16.u8 a u16.+ u16.u8 b
    in (u8.u16 r, u8.u16 (r u16.>> 8))
}

module mk_big (W: word) = {
  type big [n] = [n]W.w

  local type carry = #kill | #pass | #make

  local def join (a: carry) (b: carry) : carry = match b case #pass -> a case b -> b

  def add [n] (x: big [n]) (y: big [n]) : big [n] =
    let sums = map2 (W.+) x y
    let carries =
      map2 (\s x -> if W.(s < x) then #make else if W.(s == highest) then #pass else #kill) sums x
      |> scan join #pass
    in map2 (\i s -> if i > 0 && (match carries[i - 1] case #make -> true case _ -> false) then W.(s + one) else s)
            (iota n) sums

  def neg [n] (x: big [n]) : big [n] =
    let flipped = map (\w -> W.(highest - w)) x
    in add flipped (tabulate n (\i -> if i == 0 then W.one else W.zero))

  def sub [n] (x: big [n]) (y: big [n]) : big [n] = add x (neg y)

  def less [n] (x: big [n]) (y: big [n]) : bool =
    (reduce (\(e, l) (e', l') -> (e && e', l' || (e' && l))) (true, false)
       (map2 (\x y -> (W.(x == y), W.(x < y))) x y)).1

  def mul [n][m] (x: big [n]) (y: big [m]) : big [n + m] =
    loop r = replicate (n + m) W.zero for i < n do
      let (r, c) =
        loop (r, c) = (r, W.zero) for j < m do
          let (lo, hi) = copy (W.mul_add x[i] y[j] r[i + j] c)
          in (r with [i + j] = lo, hi)
      in r with [i + m] = c

  def from [n] (x: u64) : big [n] =
    tabulate n (\i -> if i * W.bits < 64 then W.from_u64 (x >> u64.i64 (i * W.bits)) else W.zero)

  -- | Quotient and remainder by a number of 16 bits... of one word at most.
  def div_small [n] (x: big [n]) (d: u64) : (big [n], u64) =
    let (q, r) =
      loop (q, r) = (replicate n W.zero, 0u64) for k < n do
        let i = n - 1 - k
        let v = r << u64.i64 W.bits | W.to_u64 x[i]
        in (q with [i] = W.from_u64 (v / d), v % d)
    in (q, r)

  def decimal [n] (x: big [n]) : []u8 =
    let (digits, _) =
      loop (digits, x) = ([], x) while any (\w -> !W.(w == zero)) x do
        let (q, r) = div_small x 10
        in ([u8.u64 r + '0'] ++ digits, q)
    in if null digits then "0" else digits

  def factorial (n: i64) (k: u64) : big [n] =
    loop f = from 1 for i < k do
      let g : big [n + 1] = mul f (from (i + 1) : big [1])
      in take n g
}

module big32 = mk_big word32
module big8 = mk_big word8

entry sum32 [n] (x: [n]u32) (y: [n]u32) : ([n]u32, [n]u32) = (big32.add x y, big32.sub x y)
entry sum8 [n] (x: [n]u8) (y: [n]u8) : ([n]u8, [n]u8, bool) = (big8.add x y, big8.sub x y, big8.less x y)
entry product32 [n][m] (x: [n]u32) (y: [m]u32) : []u32 = big32.mul x y
entry product8 [n][m] (x: [n]u8) (y: [m]u8) : []u8 = big8.mul x y
entry decimal [n] (x: [n]u32) : []u8 = big32.decimal x
entry factorial (k: u64) : ([]u8, []u8) =
  (big32.decimal (big32.factorial 20 k), big8.decimal (big8.factorial 80 k))
