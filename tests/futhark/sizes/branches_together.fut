-- Where branches differ in sizes, the same two sizes become one unknown size in the whole result.
-- ==
-- entry: pairs
-- input { true 3i64 } output { [0i64, 1, 2] 3i64 }
-- input { false 3i64 } output { [1i64] 1i64 }
-- input { true 0i64 } output { empty([0]i64) 0i64 }

-- ==
-- entry: cases
-- input { 1 } output { 1i64 }
-- input { 0 } output { 2i64 }
-- input { 7 } output { 3i64 }

-- ==
-- entry: function
-- input { true 2i64 } output { 2i64 }
-- input { false 2i64 } output { 1i64 }

-- ==
-- entry: grids
-- input { true 2i64 3i64 } output { [[0i64, 2, 4], [6, 8, 10]] }
-- input { false 2i64 3i64 } output { [[0i64, 2], [4, 6], [8, 10]] }
-- input { false 0i64 3i64 } output { empty([3][0]i64) }

-- ==
-- entry: hidden
-- input { true 4i64 } output { 4i64 6i64 }
-- input { false 4i64 } output { 2i64 1i64 }

-- ==
-- entry: chosen
-- input { [1, -2, 3] true } output { [1, 3] [false, true] }
-- input { [1, -2, 3] false } output { empty([0]i32) empty([0]bool) }

module vector : {
  type t [n]
  val counted : (n: i64) -> t [n]
  val items [n] : t [n] -> [n]i64
} = {
  type t [n] = {items: [n]i64, first: i64}
  def counted n = {items = iota n, first = 0i64}
  def items [n] (v: t [n]) = v.items
}

def both [n] (_: {a: [n]i32, b: [n]bool}) = n

entry pairs (b: bool) (n: i64) : ([]i64, i64) =
  let (xs, ys) = if b then (iota n, replicate n true) else ([1], [false])
  in (map2 (\x y -> if y then x else 1) xs ys, length (zip xs ys))

entry cases (x: i32) : i64 =
  let r = match x
          case 1 -> {a = [1], b = [true]}
          case 7 -> {a = [1, 2, 3], b = [true, true, false]}
          case _ -> {a = [1, 2], b = [false, false]}
  in both r

def f (b: bool) (n: i64) : ?[k].([k]i64, [k]bool) =
  if b then (iota n, replicate n true) else ([7], [false])

entry function (b: bool) (n: i64) : i64 = let (x, y) = f b n in length (zip x y)

-- Two pairs of sizes that differ, each the same in both arrays.
entry grids (b: bool) (n: i64) (m: i64) : [][]i64 =
  let (xss, yss) =
    if b
    then (unflatten (iota (n * m)), unflatten (iota (n * m)))
    else (unflatten (iota (m * n)), unflatten (iota (m * n)))
  in map2 (map2 (+)) xss yss

entry hidden (b: bool) (n: i64) : (i64, i64) =
  let (v, ws) = if b then (vector.counted n, iota n) else (vector.counted 2, iota 2)
  in (length (zip (vector.items v) ws), i64.sum (vector.items v))

entry chosen (xs: []i32) (b: bool) : ([]i32, []bool) =
  let positive = filter (> 0) xs
  let (is, vs) = if b then (positive, map (> 1) positive) else ([], [])
  in unzip (zip is vs)
