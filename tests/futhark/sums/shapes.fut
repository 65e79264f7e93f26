-- Sum types with payloads of several types: construction, nested patterns, wildcards, guards by literals.
-- ==
-- entry: areas
-- input { 0i32 2f64 3f64 } output { 12.566370614f64 1i32 }
-- input { 1i32 2f64 3f64 } output { 6f64 2i32 }
-- input { 2i32 2f64 3f64 } output { 4f64 2i32 }
-- input { 9i32 2f64 3f64 } output { 0f64 0i32 }

-- ==
-- entry: total
-- input { [0i32, 1, 2, 3, 1] [1f64, 2, 3, 4, 5] } output { 48.141592653f64 }
-- input { empty([0]i32) empty([0]f64) } output { 0f64 }

-- ==
-- entry: literals
-- input { [-1i32, 0, 1, 2, 5, 100] } output { [10i32, 20, 30, 30, 50, 60] }

-- ==
-- entry: compare
-- input { 2f64 2f64 } output { true false true false }
-- input { 2f64 3f64 } output { false true false true }

type shape = #circle f64 | #rectangle f64 f64 | #square {side: f64} | #point

def make (which: i32) (a: f64) (b: f64) : shape =
  match which
  case 0 -> #circle a
  case 1 -> #rectangle a b
  case 2 -> #square {side = a}
  case _ -> #point

def area (s: shape) : f64 =
  match s
  case #circle r -> f64.pi * r * r
  case #rectangle a b -> a * b
  case #square {side} -> side * side
  case #point -> 0

def parameters (s: shape) : i32 =
  match s
  case #circle _ -> 1
  case #point -> 0
  case _ -> 2

entry areas (which: i32) (a: f64) (b: f64) : (f64, i32) =
  let s = make which a b
  in (area s, parameters s)

entry total [n] (kinds: [n]i32) (sizes: [n]f64) : f64 =
  let shapes = map2 (\k a -> make k a (a + 1)) kinds sizes
  in f64.sum (map area shapes)

entry literals [n] (xs: [n]i32) : [n]i32 =
  let classify x =
    match x
    case -1 -> 10
    case 0 -> 20
    case 1 -> 30
    case 2 -> 30
    case y -> match (y, y > 50)
              case (_, true) -> 60
              case (5, false) -> 50
              case _ -> 0
  in map classify xs

entry compare (a: f64) (b: f64) : (bool, bool, bool, bool) =
  let (s, t) = (make 0 a b, make 0 b a)
  let (u, v) = (make 2 a b, make 2 b a)
  in (s == t, s != t, u == v, u != v)
