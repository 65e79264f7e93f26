-- Numbers of many limbs: carries by a scan, products by columns, decimal digits.
-- ==
-- entry: add
-- input { [2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32, 3177840169u32, 2670u32] [3407369726u32, 2464538600u32, 3530265750u32, 346043753u32, 2083207870u32, 3273696371u32, 1123655737u32, 158152503u32, 1940104u32, 0u32] }
-- output { [1787744835u32, 3561666594u32, 2421249327u32, 1885942054u32, 1203570933u32, 1944175698u32, 876481572u32, 3772414568u32, 3179780273u32, 2670u32] false }
-- input { [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32] [1u32, 0u32, 0u32, 0u32] }
-- output { [0u32, 0u32, 0u32, 0u32] true }
-- input { empty([0]u32) empty([0]u32) } output { empty([0]u32) false }
-- input { [5u32] [6u32] } output { [11u32] false }

-- ==
-- entry: negate
-- input { [0u32, 0u32, 1u32] } output { [0u32, 0u32, 4294967295u32] }

-- ==
-- entry: multiply
-- input { [2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32, 3177840169u32, 2670u32] [3407369726u32, 2464538600u32, 3530265750u32, 346043753u32, 2083207870u32, 3273696371u32, 1123655737u32, 158152503u32, 1940104u32, 0u32] }
-- output { [3964286326u32, 2450345036u32, 645408282u32, 1041602221u32, 3651097200u32, 3226652163u32, 2209839533u32, 1846762549u32, 1299913612u32, 2433982955u32, 1114216594u32, 2468943025u32, 964698492u32, 2930419877u32, 3214483639u32, 2849620392u32, 2248213626u32, 886545962u32, 1u32, 0u32] }
-- input { [4294967295u32, 4294967295u32, 4294967295u32] [4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32] }
-- output { [1u32, 0u32, 0u32, 4294967295u32, 4294967295u32, 4294967294u32, 4294967295u32, 4294967295u32] }
-- input { [7u32] empty([0]u32) } output { [0u32] }

-- ==
-- entry: decimal
-- input { [2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32, 3177840169u32, 2670u32] }
-- output { [5u8, 8u8, 6u8, 3u8, 6u8, 8u8, 8u8, 1u8, 2u8, 6u8, 0u8, 7u8, 3u8, 3u8, 3u8, 0u8, 8u8, 4u8, 7u8, 9u8, 0u8, 8u8, 7u8, 4u8, 1u8, 5u8, 9u8, 6u8, 2u8, 3u8, 4u8, 2u8, 5u8, 6u8, 5u8, 8u8, 2u8, 9u8, 7u8, 6u8, 8u8, 8u8, 6u8, 8u8, 4u8, 5u8, 3u8, 7u8, 3u8, 0u8, 3u8, 7u8, 4u8, 3u8, 5u8, 8u8, 4u8, 3u8, 6u8, 2u8, 9u8, 9u8, 5u8, 4u8, 3u8, 8u8, 3u8, 5u8, 9u8, 6u8, 4u8, 8u8, 0u8, 5u8, 5u8, 8u8, 5u8, 6u8, 6u8, 6u8, 9u8, 9u8, 0u8, 0u8, 1u8, 2u8, 2u8, 8u8, 2u8, 3u8, 1u8] }
-- input { [0u32, 0u32] } output { empty([0]u8) }

-- ==
-- entry: shifted
-- input { [2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32, 3177840169u32, 2670u32] 45i64 }
-- output { [0u32, 3481837568u32, 2600940526u32, 3088263212u32, 527931324u32, 969337721u32, 603707762u32, 2373801496u32, 2825264680u32, 1069890285u32] }
-- input { [2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32, 3177840169u32, 2670u32] 64i64 }
-- output { [0u32, 0u32, 2675342405u32, 1097127993u32, 3185950873u32, 1539898300u32, 3415330359u32, 2965446622u32, 4047793130u32, 3614262064u32] }

-- ==
-- entry: compare
-- input { [1u32, 2u32, 3u32] [9u32, 1u32, 3u32] } output { 1i32 }
-- input { [1u32, 2u32] [1u32, 2u32] } output { 0i32 }
-- input { [9u32, 2u32] [1u32, 3u32] } output { -1i32 }

-- | What an addition of two limbs does with a carry: 0 stops it, 1 hands it on, 2 makes one.
def effect (a: u32) (b: u32) : u8 =
  let s = a + b
  in if s < a then 2 else if s == u32.highest then 1 else 0

def then_effect (x: u8) (y: u8) : u8 = match y case 1 -> x case _ -> y

entry add [n] (a: [n]u32) (b: [n]u32) : ([n]u32, bool) =
  let carries = scan then_effect 1 (map2 effect a b)
  let into = map (== 2) (rotate (-1) carries)
  let sums = map3 (\i x y -> x + y + u32.bool (i > 0 && into[i])) (iota n) a b
  in (sums, n > 0 && carries[n - 1] == 2)

entry negate [n] (a: [n]u32) : [n]u32 =
  (add (map u32.not a) (tabulate n (\i -> u32.bool (i == 0)))).0

entry multiply [n][m] (a: [n]u32) (b: [m]u32) : [n + m]u32 =
  let (digits, _) =
    loop (out, rest: (u64, u64)) = (replicate (n + m) 0, (0, 0)) for k < n + m do
      let (low, high) =
        loop (low, high) = rest for i in i64.max 0 (k - m + 1)..<i64.max (i64.max 0 (k - m + 1)) (i64.min n (k + 1)) do
          let p = u64.u32 a[i] * u64.u32 b[k - i]
          let low' = low + p
          in (low', high + u64.bool (low' < low))
      in (out with [k] = u32.u64 (low & 0xffff_ffff), (low >> 32 | high << 32, high >> 32))
  in digits

-- | Decimal digits, lowest first, by division by ten from the top.
entry decimal [n] (a: [n]u32) : []u8 =
  let (digits: []u8, _) =
    loop (digits, a) = ([], copy a) while any (!= 0) a do
      let (a, r) =
        loop (a, r) = (a, 0u64) for i in n - 1..n - 2...0 do
          let x = r << 32 | u64.u32 a[i]
          in (a with [i] = u32.u64 (x / 10), x % 10)
      in (digits ++ [u8.u64 r], a)
  in digits

entry shifted [n] (a: [n]u32) (bits: i64) : [n]u32 =
  let (limbs, k) = (bits / 32, u32.i64 (bits % 32))
  let at i = if i < 0 then 0 else a[i]
  in tabulate n (\i -> let j = i - limbs
                       in if k == 0 then at j else at j << k | at (j - 1) >> (32 - k))

entry compare [n] (a: [n]u32) (b: [n]u32) : i32 =
  map2 (\x y -> i32.bool (x > y) - i32.bool (x < y)) a b
  |> reduce (\low high -> if high != 0 then high else low) 0
