-- Greatest common divisors, powers modulo a number, integer roots and digits, at 64 bits.
-- ==
-- entry: gcds
-- input { 1071i64 462i64 } output { 21i64 23562i64 }
-- input { 7i64 0i64 } output { 7i64 0i64 }

-- ==
-- entry: powers
-- input { 3u64 200u64 1000007u64 } output { 959082u64 true }
-- input { 2u64 10u64 1000u64 } output { 24u64 true }

-- ==
-- entry: roots
-- input { 0i64 } output { 0i64 }
-- input { 99i64 } output { 9i64 }
-- input { 1000000000000i64 } output { 1000000i64 }

def gcd (a: i64) (b: i64) : i64 = (loop (a, b) = (a, b) while b != 0 do (b, a % b)).0
entry gcds (a: i64) (b: i64) : (i64, i64) = let g = gcd a b in (g, a / g * b)
def power (b: u64) (e: u64) (m: u64) : u64 =
  (loop (r, b, e) = (1, b % m, e) while e > 0 do
     (if e & 1 == 1 then r * b % m else r, b * b % m, e >> 1)).0
entry powers (b: u64) (e: u64) (m: u64) : (u64, bool) =
  let slow = loop r = 1 for _i < e do r * b % m
  in (slow, power b e m == slow)
entry roots (n: i64) : i64 =
  (loop (low, high) = (0, 3037000499) while low < high do
     let middle = (low + high + 1) / 2
     in if middle * middle <= n then (middle, high) else (low, middle - 1)).0
