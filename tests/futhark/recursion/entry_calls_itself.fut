-- An entry point may call itself.
-- ==
-- entry: gcd
-- input { 12i32 18i32 } output { 6i32 }
-- input { 7i32 0i32 } output { 7i32 }

entry gcd (a: i32) (b: i32) : i32 = if b == 0 then a else gcd b (a % b)
