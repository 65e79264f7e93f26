-- Records of functions: made by functions, chosen by field, captured variables included.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 12i32 5i32 }
-- input { 0i32 1i32 } output { 1i32 0i32 5i32 }

-- ==
-- entry: captured
-- input { [1i32, 2, 3] 2i32 } output { [3i32, 4, 5] 12i32 }
-- input { empty([0]i32) 2i32 } output { empty([0]i32) 0i32 }

-- ==
-- entry: passed
-- input { 5i32 } output { 16i32 }

def ops = {add = \(a: i32) (b: i32) -> a + b, mul = \(a: i32) (b: i32) -> a * b, five = 5i32}
entry main (a: i32) (b: i32) : (i32, i32, i32) = (ops.add a b, ops.mul a b, ops.five)
def by (k: i32) = {add = (+ k), times = (* k)}
entry captured [n] (xs: [n]i32) (k: i32) : ([n]i32, i32) =
  let r = by k
  in (map r.add xs, i32.sum (map r.times xs))
def run (r: {f: i32 -> i32, g: i32 -> i32}) (x: i32) : i32 = r.g (r.f x)
entry passed (x: i32) : i32 = run {f = (+ 3), g = \y -> y * 2} x
