-- Arrays in the payloads of sums: in arrays of sums, through branches and calls, of sizes that differ between
-- constructors, and of records and sums.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [1i32, -1, 5, 0] } output { [3i32, 2, 1, 0] }
-- input { [4i32, 6] empty([0]i32) } error: [Oo]ut of bounds

-- ==
-- entry: plain
-- input { [1i32, 2, 3] [1i32, -1, 5, 0] } output { [2i32, -1, 6, 0] }
-- input { [1i32, 2, 3] empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: pairs
-- input { [[1i32, 2], [3, 4]] true } output { [3i32, 7] [1.5f64, 3.5] }
-- input { [[1i32, 2], [3, 4]] false } output { [0i32, 0] [9f64, 9] }

-- ==
-- entry: equals
-- input { [1i32, 2] [1i32, 2] } output { [true, false, false, true, true, false] }
-- input { [1i32, 2] [1i32, 3] } output { [false, false, false, true, false, false] }

-- ==
-- entry: grown
-- input { 0i32 } output { [7i32] 1i32 }
-- input { 2i32 } output { [2i32, 2] 2i32 }
-- input { 3i32 } output { empty([0]i32) 0i32 }

-- ==
-- entry: chosen
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [3i32, 4] }
-- input { [[1i32, 2], [9, 4]] } output { [9i32, 4] }
-- input { empty([0][2]i32) } output { empty([0]i32) }

type t [m] = #a [m]i32 | #b i32 | #c [m]i32 [2]f64

def f [m] (xs: [m]i32) (i: i32) : t [m] =
  if i > 0 then #a (map (+ i) xs) else if i < 0 then #c xs [1, 2] else #b i

def g [m] (x: t [m]) : i32 =
  match x
  case #a xs -> xs[0] - 3
  case #b i -> i
  case #c xs ys -> xs[m - 1] - i32.f64 ys[0]

entry main [m] (xs: [m]i32) (is: []i32) : []i32 =
  let ts = map (f xs) is
  let ts[0] = #b 3
  let ts[2] = #a (replicate m 4)
  in map g ts

entry plain [m] (xs: [m]i32) (is: []i32) : []i32 =
  map (\i -> if i > 0 then #some (map (+ i) xs) else #none i) is
  |> map (\(x: #some [m]i32 | #none i32) -> match x case #some ys -> ys[0] case #none z -> z)

-- An array of records and a nested sum as payloads: their parts are in slots of their own.
type data [n] = #rows [n]{sum: i32, mean: f64} | #constant (#one f64 | #none)

entry pairs [n][m] (rows: [n][m]i32) (full: bool) : ([n]i32, [n]f64) =
  let summary row = let sum = i32.sum row in {sum, mean = f64.i32 sum / f64.i64 m}
  let d : data [n] = if full then #rows (map summary rows) else #constant (#one 9)
  in match d
     case #rows rs -> (map (.sum) rs, map (.mean) rs)
     case #constant (#one x) -> (replicate n 0, replicate n x)
     case #constant #none -> (replicate n 1, replicate n 1)

entry equals [n] (xs: [n]i32) (ys: [n]i32) : [6]bool =
  let a : #full []i32 | #empty i32 = #full xs
  let b : #full []i32 | #empty i32 = #full ys
  let c : #full []i32 | #empty i32 = #empty 1
  let d : #full []i32 | #empty i32 = if n > 1000 then b else #empty 1
  in [a == b, a == c, c == b, c == d, (a, d) == (b, c), a == d]

-- A loop whose value changes its constructor and its array's size.
entry grown (rounds: i32) : ([]i32, i32) =
  let state : #start []i32 | #twice []i32 i32 | #gone =
    loop state = #start [7] for i < rounds do
      match state
      case #start xs -> #twice (xs ++ xs) 1
      case #twice xs k -> if k >= 2 then #gone else #twice (map (const 2) xs) (k + 1)
      case #gone -> #gone
  in match state
     case #start xs -> (xs, 1)
     case #twice xs k -> (xs, k)
     case #gone -> ([], 0)

-- The first row that starts with an odd number above 2: a reduction of optional rows.
entry chosen [n][m] (rows: [n][m]i32) : []i32 =
  let candidate row = if row[0] > 2 && row[0] % 2 == 1 then #some row else #none
  let first (a: #some [m]i32 | #none) (b: #some [m]i32 | #none) =
    match a case #some _ -> a case #none -> b
  in match reduce first #none (map candidate rows)
     case #some row -> row
     case #none -> []
