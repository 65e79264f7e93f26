-- Functions from arrays to arrays as arguments, of the same size, of another, and of sizes unknown.
-- ==
-- entry: same
-- input { [3i32, 1] } output { [1i32, 3] [4i32, 2] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: unknown
-- input { [3i32, -1, 2] } output { 2i64 [3i32, 2] }
-- input { [-3i32] } output { 0i64 empty([0]i32) }

-- ==
-- entry: scalar
-- input { [3i32, -1, 2] } output { 4i32 -1i32 }

def same_size [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) : [n]i32 = f xs
entry same [n] (xs: [n]i32) : ([n]i32, [n]i32) = (same_size reverse xs, same_size (map (+ 1)) xs)
def any_size [n] (f: [n]i32 -> []i32) (xs: [n]i32) : []i32 = f xs
entry unknown [n] (xs: [n]i32) : (i64, []i32) =
  let ys = any_size (filter (> 0)) xs
  in (length ys, ys)
def summary [n] 'b (f: [n]i32 -> b) (xs: [n]i32) : b = f xs
entry scalar (xs: []i32) : (i32, i32) = (summary i32.sum xs, summary i32.minimum xs)
