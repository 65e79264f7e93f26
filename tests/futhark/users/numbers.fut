-- Number theory: sieves, factors, greatest common divisors, modular powers, the totient.
-- ==
-- entry: primes
-- input { 199i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64, 101i64, 103i64, 107i64, 109i64, 113i64, 127i64, 131i64, 137i64, 139i64, 149i64, 151i64, 157i64, 163i64, 167i64, 173i64, 179i64, 181i64, 191i64, 193i64, 197i64, 199i64] }
-- input { 1i64 } output { empty([0]i64) }
-- input { 2i64 } output { [2i64] }
-- input { 9i64 } output { [2i64, 3i64, 5i64, 7i64] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: inverse
-- input { 3i64 11i64 } output { 4i64 }
-- input { -3i64 11i64 } output { 7i64 }
-- input { 6i64 9i64 } output { 0i64 }

-- ==
-- entry: is_prime
-- input { 1000000007u64 } output { true }
-- input { 1000000011u64 } output { false }
-- input { 2u64 } output { true }
-- input { 561u64 } output { false }
-- input { 1u64 } output { false }

-- ==
-- entry: factors
-- input { 5040i64 } output { [2i64, 2i64, 2i64, 2i64, 3i64, 3i64, 5i64, 7i64] }
-- input { 1i64 } output { empty([0]i64) }
-- input { 99991i64 } output { [99991i64] }

-- ==
-- entry: gcds
-- input { [12i64, 18i64, -30i64] } output { 6i64 180i64 }
-- input { empty([0]i64) } output { 0i64 1i64 }

-- ==
-- entry: powers
-- input { 1000000007u64 [0u64, 1u64, 20u64, 1000000006u64] } output { [1u64, 3u64, 486784380u64, 1u64] }

-- ==
-- entry: totient
-- input { 36i64 } output { 12i64 }

-- ==
-- entry: collatz
-- input { 27i64 } output { 111i32 }

entry primes (n: i64) : []i64 =
  let limit = i64.f64 (f64.sqrt (f64.i64 n))
  let start = replicate (n + 1) true with [0:i64.min 2 (n + 1)] = replicate (i64.min 2 (n + 1)) false
  let marked =
    loop flags = start for p in 2..<i64.max 3 (limit + 1) do
      if p <= limit && flags[p]
      then let multiples = (p * p)..p * p + p...n
           in scatter flags multiples (map (const false) multiples)
      else flags
  in zip marked (0...n) |> filter (\(f, _) -> f) |> map (\(_, i) -> i)

def gcd (a: i64) (b: i64) : i64 =
  (loop (x, y) = (i64.abs a, i64.abs b) while y != 0 do (y, x % y)).0

def lcm a b = if a == 0 || b == 0 then 0 else i64.abs (a / gcd a b * b)

-- | The inverse of a modulo m, by Euclid's extended algorithm; 0 if there is none.
entry inverse (a: i64) (m: i64) : i64 =
  let (g, x, _, _) =
    loop (r0, s0, r1, s1) = (a % m, 1, m, 0) while r1 != 0 do
      let q = r0 / r1
      in (r1, s1, r0 - q * r1, s0 - q * s1)
  in if g == 1 then x % m else 0

def power (m: u64) (base: u64) (e: u64) : u64 =
  let (_, _, result) =
    loop (b, e, acc) = (base % m, e, 1 % m) while e > 0 do
      (b * b % m, e >> 1, if e & 1 == 1 then acc * b % m else acc)
  in result

-- | Miller and Rabin with witnesses that are enough below 3,215,031,751.
entry is_prime (n: u64) : bool =
  let s = u64.i32 (u64.ctz (n - 1))
  let d = (n - 1) >> s
  let passes a =
    a % n == 0
    || (let x = power n a d
        in (loop (ok, x, i) = (x == 1, x, 0u64) while !ok && i < s do (x == n - 1, x * x % n, i + 1)).0)
  in n > 1 && (n == 2 || n % 2 == 1 && all passes [2, 3, 5, 7])

entry factors (n: i64) : []i64 =
  let (found, rest, _) =
    loop (found: []i64, n, d) = ([], n, 2) while d * d <= n do
      if n % d == 0 then (found ++ [d], n / d, d) else (found, n, d + 1)
  in if rest > 1 then found ++ [rest] else found

entry gcds (xs: []i64) : (i64, i64) = (reduce gcd 0 xs, reduce_comm lcm 1 xs)
entry powers (m: u64) (es: []u64) : []u64 = map (power m 3) es
entry totient (n: i64) : i64 = (1...n) |> map (gcd n) |> filter (== 1) |> length

-- | The steps of Collatz's sequence down to 1.
entry collatz (n: i64) : i32 =
  (loop (x, steps) = (n, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, steps + 1)).1
