-- Calls nested 100000 deep, with and without something left to do after them.
-- ==
-- entry: sum
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 1i64 }
-- input { 100000i64 } output { 5000050000i64 }

-- ==
-- entry: alternating
-- input { 100000i64 } output { 50000i64 }
-- input { 99999i64 } output { -50000i64 }

def sum_to (n: i64) : i64 = if n == 0 then 0 else n + sum_to (n - 1)

def walk (n: i64) (so_far: i64) : i64 =
  if n == 0 then so_far else walk (n - 1) (if n % 2 == 0 then so_far + n else so_far - n)

entry sum (n: i64) : i64 = sum_to n
entry alternating (n: i64) : i64 = walk n 0
