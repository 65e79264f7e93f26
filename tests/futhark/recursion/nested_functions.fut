-- Recursive functions that call other recursive functions, also in their arguments.
-- ==
-- entry: main
-- input { 3i32 2i32 } output { 91i32 9i32 }
-- input { 0i32 0i32 } output { 91i32 1i32 }

def mc91 (n: i32) : i32 = if n > 100 then n - 10 else mc91 (mc91 (n + 11))
def add (a: i32) (b: i32) : i32 = if b == 0 then a else 1 + add a (b - 1)
def mul (a: i32) (b: i32) : i32 = if b == 0 then 0 else add (mul a (b - 1)) a
def pow (a: i32) (b: i32) : i32 = if b == 0 then 1 else mul (pow a (b - 1)) a

entry main (a: i32) (b: i32) : (i32, i32) = (mc91 a, pow a b)
