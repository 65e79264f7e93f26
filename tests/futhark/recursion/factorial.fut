-- The factorial, wrapped around where it is too large, and with the product on the way in.
-- ==
-- entry: plain
-- input { 0i64 } output { 1i64 }
-- input { 1i64 } output { 1i64 }
-- input { 5i64 } output { 120i64 }
-- input { 20i64 } output { 2432902008176640000i64 }

-- ==
-- entry: carried
-- input { 0i64 } output { 1i64 }
-- input { 1i64 } output { 1i64 }
-- input { 5i64 } output { 120i64 }
-- input { 20i64 } output { 2432902008176640000i64 }

def factorial (n: i64) : i64 = if n <= 1 then 1 else n * factorial (n - 1)

def onto (product: i64) (n: i64) : i64 = if n <= 1 then product else onto (product * n) (n - 1)

entry plain (n: i64) : i64 = factorial n
entry carried (n: i64) : i64 = onto 1 n
