-- An empty literal keeps the sizes of its rows, which its type alone says, through every function that makes it.
-- ==
-- entry: of_function
-- input { 3i64 } output { 4i64 }
-- input { -5i64 } output { 0i64 }

-- ==
-- entry: joined
-- input { 2i64 } output { [[0i32, 0i32, 0i32]] }

-- ==
-- entry: of_three
-- input { 2i64 5i64 } output { 2i64 6i64 10i64 }

-- ==
-- entry: of_function_argument
-- input { 2i64 } output { 4i64 5i64 }

-- ==
-- entry: captured
-- input { 2i64 } output { 6i64 }

-- ==
-- entry: in_record
-- input { 4i64 } output { 5i64 8i64 }

-- ==
-- entry: in_branch
-- input { 4i64 true } output { 5i64 0i64 }
-- input { 4i64 false } output { 5i64 2i64 }

-- ==
-- entry: in_loop
-- input { 3i64 } output { 4i64 3i64 }

-- ==
-- entry: in_sum
-- input { 3i64 true } output { 4i64 }
-- input { 3i64 false } output { -1i64 }

-- ==
-- entry: in_module
-- input { 3i64 } output { 9i64 }

-- ==
-- entry: in_map
-- input { [1i64, 2i64] 3i64 } output { [5i64, 6i64] }

-- ==
-- entry: of_result
-- input { 3i64 } output { empty([0][4]i32) }

def mk (a: i64) : [0][a + 1]i32 = []
def width [n] [m] 't (_: [n][m]t) : i64 = m
def apply 'a 'b (f: a -> b) (x: a) : b = f x

entry of_function (a: i64) : i64 = width (mk a)
entry joined (a: i64) : [][]i32 = mk a ++ [replicate (a + 1) 0]

def cube (n: i64) (m: i64) : [n][0][m + 1][2 * m]bool = let none : [0][m + 1][2 * m]bool = [] in replicate n none
entry of_three (n: i64) (m: i64) : (i64, i64, i64) =
  let xs = cube n m
  in (length xs, map (\x -> width x) xs |> i64.maximum, map (\x -> length (x ++ [replicate (m + 1) (replicate (2 * m) true)])[0, 0]) xs |> i64.maximum)

entry of_function_argument (a: i64) : (i64, i64) =
  let with_rows (f: (k: i64) -> [0][k + 2]i32) = width (f a)
  in (with_rows (\k : [0][k + 2]i32 -> []), apply (\(k: i64) -> width (mk (k + 2))) a)

entry captured (a: i64) : i64 =
  let twice (n: i64) = let m = n + 1 let none : [0][2 * m]i32 = [] in \(b: bool) -> if b then width none else 0
  in twice a true

entry in_record (a: i64) : (i64, i64) =
  let make (n: i64) : {rows: [0][n + 1]i32, others: [0][2 * n]f32} = {rows = [], others = []}
  let made = make a
  in (width made.rows, width made.others)

entry in_branch (a: i64) (b: bool) : (i64, i64) =
  let xs = if b then mk a else [replicate (a + 1) 1, replicate (a + 1) 2] :> [][a + 1]i32
  in (width xs, length xs)

entry in_loop (a: i64) : (i64, i64) =
  let xs = loop xs = mk a for i < a do xs ++ [replicate (a + 1) (i32.i64 i)]
  in (width xs, length xs)

entry in_sum (a: i64) (b: bool) : i64 =
  let made = let none : [0][a + 1]i32 = [] in (if b then #some none else #none) : (#some ([0][a + 1]i32) | #none)
  in match made case #some xs -> width xs case #none -> -1

module type maker = { val make : (n: i64) -> [0][n]i32 }
module of (M: maker) = { def size (n: i64) = width (M.make (3 * n)) }
module made = of { def make (n: i64) : [0][n]i32 = [] }
entry in_module (a: i64) : i64 = made.size a

entry in_map (xs: []i64) (a: i64) : []i64 = map (\x -> x + width (mk a)) xs
entry of_result (a: i64) : [0][a + 1]i32 = mk a
