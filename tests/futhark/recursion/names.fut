-- What the function is called in its body: parameters, local names and opened modules hide it; operators.
-- ==
-- entry: hidden
-- input { 0 } output { 1 }
-- input { 7 } output { 8 }

-- ==
-- entry: local_function
-- input { 0 } output { 0 }
-- input { 7 } output { 14 }

-- ==
-- entry: backticks
-- input { 12 18 } output { 6 }
-- input { 5 0 } output { 5 }

-- ==
-- entry: operators
-- input { 0 3 } output { 1 }
-- input { 4 2 } output { 16 }

-- ==
-- entry: of_prelude
-- input { empty([0]i32) } output { 0i64 }
-- input { [1, 2, 3] } output { 3i64 }

def hide (hide: i32) : i32 = hide + 1

def twice (x: i32) : i32 =
  let twice (y: i32) = y * 2
  in twice x

def gcd (a: i32) (b: i32) : i32 = if b == 0 then a else b `gcd` (a % b)

def (**^) (n: i32) (base: i32) : i32 = if n == 0 then 1 else base * ((n - 1) **^ base)

-- A function with the name of one of the prelude calls itself.
def length [n] (xs: [n]i32) : i64 = if n == 0 then 0 else 1 + length xs[1:]

-- An operator is defined by the one that it hides.
def (+) (a: (i32, i32)) (b: (i32, i32)) : (i32, i32) = (a.0 + b.0, a.1 + b.1)

entry hidden (x: i32) : i32 = hide x
entry local_function (x: i32) : i32 = twice x
entry backticks (a: i32) (b: i32) : i32 = (gcd a b, 0).0
entry operators (n: i32) (base: i32) : i32 = ((n **^ base, 0) + (0, 0)).0
entry of_prelude (xs: []i32) : i64 = length xs
