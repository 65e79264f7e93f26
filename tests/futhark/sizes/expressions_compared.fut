-- Sizes that are expressions agree when they look alike, through functions, records and lambdas.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32] } output { [1i32, 2, 3] [10i32, 20, 30] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }

def cat [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 = xs ++ ys

def two [n] [m] (r: {a: [n]i32, b: [m]i32}) (f: [n + m]i32 -> [n + m]i32) : {all: [n + m]i32, f: [n + m]i32} =
  let all = cat r.a r.b
  in {all, f = f all}

entry main [n] [m] (a: [n]i32) (b: [m]i32) : ([n + m]i32, [n + m]i32) =
  let r = two {a, b} (map (* 10))
  in (map2 const r.all r.f, r.f)
