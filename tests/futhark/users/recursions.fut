-- Functions that call themselves: divisors, powers, fast exponentials, search by halves, quicksort of arrays, expression trees in arrays.
-- ==
-- entry: numbers
-- input { 240i64 46i64 } output { 2i64 2i64 -9i64 47i64 }
-- input { 7i64 0i64 } output { 7i64 7i64 1i64 0i64 }

-- ==
-- entry: powers
-- input { 2f64 [0i32,1,10,-2,5] } output { [1f64,2,1024,0.25,32] }
-- input { 2f64 empty([0]i32) } output { empty([0]f64) }

-- ==
-- entry: large
-- input { 2i32 3i32 } output { 9i32 115i64 }
-- input { 1i32 0i32 } output { 2i32 5i64 }

-- ==
-- entry: values
-- input {  } output { [-2.5f64,0,12.25,-2.5,2.5,-2.5,3.5,1] [4i32,2,3,2,1,1,2,1] }

def gcd (a: i64) (b: i64) : i64 = if b == 0 then a else gcd b (a % b)

def extended (a: i64) (b: i64) : (i64, i64, i64) =
  if b == 0 then (a, 1, 0)
  else let (g, x, y) = extended b (a % b) in (g, y, x - a / b * y)

def power (b: f64) (e: i32) : f64 =
  if e < 0 then 1 / power b (-e)
  else if e == 0 then 1
  else let h = power b (e / 2) in if e % 2 == 0 then h * h else h * h * b

def ackermann (m: i32) (n: i32) : i32 =
  if m == 0 then n + 1
  else if n == 0 then ackermann (m - 1) 1
  else ackermann (m - 1) (ackermann m (n - 1))

def hanoi (n: i32) (from: i32) (to: i32) (by: i32) : i64 =
  if n == 0 then 0
  else hanoi (n - 1) from by to * 1 + i64.i32 (from * 10 + to) % 7 + hanoi (n - 1) by to from

type node = #number f64 | #neg i32 | #plus i32 i32 | #times i32 i32 | #if i32 i32 i32

def value [n] (tree: [n]node) (i: i32) : f64 =
  match tree[i]
  case #number x -> x
  case #neg a -> -(value tree a)
  case #plus a b -> value tree a + value tree b
  case #times a b -> let x = value tree a in if x == 0 then 0 else x * value tree b
  case #if c a b -> if value tree c != 0 then value tree a else value tree b

def depth [n] (tree: [n]node) (i: i32) : i32 =
  1 + match tree[i]
      case #number _ -> 0
      case #neg a -> depth tree a
      case #plus a b -> i32.max (depth tree a) (depth tree b)
      case #times a b -> i32.max (depth tree a) (depth tree b)
      case #if a b c -> i32.maximum [depth tree a, depth tree b, depth tree c]

def tree : [8]node =
  [#if 1 2 3, #plus 4 5, #times 6 6, #neg 4, #number 2.5, #number (-2.5), #plus 7 4, #number 1]

entry numbers (a: i64) (b: i64) : (i64, i64, i64, i64) =
  let (g, x, y) = extended a b in (gcd a b, g, x, y)
entry powers (b: f64) (es: []i32) : []f64 = map (power b) es
entry large (m: i32) (n: i32) : (i32, i64) = (ackermann m n, hanoi (m + n) 1 2 3)
entry values : ([8]f64, [8]i32) = (map (value tree) (map i32.i64 (iota 8)), map (depth tree) (map i32.i64 (iota 8)))
