-- Small algorithms on integers: divisors, powers modulo a number, roots, and the Collatz sequence.
-- ==
-- entry: divisors
-- input { 48 18 } output { 6 144 }
-- input { 17 5 } output { 1 85 }
-- input { 0 7 } output { 7 0 }
-- input { -12 8 } output { 4 -24 }

-- ==
-- entry: power_modulo
-- input { 3u64 200u64 1000007u64 } output { 959082u64 }
-- input { 2u64 0u64 97u64 } output { 1u64 }
-- input { 123456789u64 98765u64 4294967291u64 } output { 1502309247u64 }

-- ==
-- entry: root
-- input { 0 } output { 0 }
-- input { 99 } output { 9 }
-- input { 100 } output { 10 }
-- input { 2147483647 } output { 46340 }

-- ==
-- entry: collatz
-- input { 1 } output { 0 1 }
-- input { 27 } output { 111 9232 }

-- ==
-- entry: powers
-- input { 3 5 } output { 243 -243 1 243i64 81u8 }
-- input { 0 0 } output { 1 1 1 1i64 1u8 }
-- input { 2 31 } output { -2147483648 -2147483648 1 2147483648i64 0u8 }

-- ==
-- entry: primes
-- input { 30 } output { [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] }
-- input { 1 } output { empty([0]i32) }

def gcd (a: i32) (b: i32) : i32 =
  let (a, _) = loop (a, b) while b != 0 do (b, a % b)
  in i32.abs a

def lcm (a: i32) (b: i32) : i32 = if a == 0 || b == 0 then 0 else a * b // gcd a b

entry divisors (a: i32) (b: i32) = (gcd a b, lcm a b)

entry power_modulo (base: u64) (exponent: u64) (modulus: u64) : u64 =
  let (result, _, _) =
    loop (result, base, exponent) = (1, base % modulus, exponent)
    while exponent > 0 do
      let result = if exponent & 1 == 1 then result * base % modulus else result
      in (result, base * base % modulus, exponent >> 1)
  in result

entry root (n: i32) : i32 =
  let n = i64.i32 n
  let (low, _) =
    loop (low, high) = (0i64, n + 1)
    while high - low > 1 do
      let middle = (low + high) / 2
      in if middle * middle <= n then (middle, high) else (low, middle)
  in i32.i64 low

entry collatz (n: i32) =
  let (_, steps, top) =
    loop (n, steps, top) = (n, 0i32, n)
    while n != 1 do
      let next = if n % 2 == 0 then n / 2 else 3 * n + 1
      in (next, steps + 1, i32.max top next)
  in (steps, top)

entry powers (a: i32) (b: i32) =
  (a ** b, (-a) ** b, 1 ** b, i64.i32 a ** i64.i32 b, u8.i32 a ** (u8.i32 b - u8.bool (b == 5)))

entry primes (n: i32) : []i32 =
  filter (\i -> i > 1 && all (\d -> i % d != 0) (2..<i)) (0...n)
