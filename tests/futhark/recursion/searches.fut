-- Binary search, powers modulo a number, and greatest common divisors with their coefficients.
-- ==
-- entry: search
-- input { [1, 3, 5, 7, 9] 1 } output { 0i64 }
-- input { [1, 3, 5, 7, 9] 9 } output { 4i64 }
-- input { [1, 3, 5, 7, 9] 4 } output { -1i64 }
-- input { [1, 3, 5, 7, 9] 10 } output { -1i64 }
-- input { empty([0]i32) 1 } output { -1i64 }

-- ==
-- entry: powers
-- input { 2i64 10i64 1000i64 } output { 24i64 }
-- input { 7i64 0i64 5i64 } output { 1i64 }
-- input { 3i64 1000i64 1000007i64 } output { 297623i64 }

-- ==
-- entry: coefficients
-- input { 12i64 18i64 } output { 6i64 -1i64 1i64 }
-- input { 7i64 0i64 } output { 7i64 1i64 0i64 }
-- input { 35i64 15i64 } output { 5i64 1i64 -2i64 }

def find (xs: []i32) (x: i32) (from: i64) (to: i64) : i64 =
  if from >= to then -1 else
  let middle = (from + to) / 2
  in if xs[middle] == x then middle
     else if xs[middle] < x then find xs x (middle + 1) to
     else find xs x from middle

def power (b: i64) (n: i64) (m: i64) : i64 =
  if n == 0 then 1 % m else
  let half = power (b * b % m) (n / 2) m
  in if n % 2 == 1 then half * b % m else half

def bezout (a: i64) (b: i64) : (i64, i64, i64) =
  if b == 0 then (a, 1, 0) else
  let (g, x, y) = bezout b (a % b)
  in (g, y, x - a / b * y)

entry search (xs: []i32) (x: i32) : i64 = find xs x 0 (length xs)
entry powers (b: i64) (n: i64) (m: i64) : i64 = power b n m
entry coefficients (a: i64) (b: i64) : (i64, i64, i64) = bezout a b
