-- Polymorphic algorithms that get the order and the equality as functions.
-- ==
-- entry: sorted
-- input { [3i32, 1, 2] [0.5f64, -1, 9] } output { [1i32, 2, 3] [9f64, 0.5, -1] }
-- input { empty([0]i32) [1f64] } output { empty([0]i32) [1f64] }

-- ==
-- entry: found
-- input { [3i32, 1, 2] 2i32 } output { 2i64 }
-- input { [3i32, 1, 2] 5i32 } output { -1i64 }

def insertion [n] 'a (leq: a -> a -> bool) (xs: [n]a) : [n]a =
  loop ys = copy xs for i in 1..<i64.max 1 n do
    (loop (ys, j) = (ys, i) while j > 0 && !(ys[j - 1] `leq` ys[j]) do
       let (a, b) = (copy ys[j - 1], copy ys[j])
       in (ys with [j - 1] = b with [j] = a, j - 1)).0
entry sorted [n] [m] (xs: [n]i32) (ys: [m]f64) : ([n]i32, [m]f64) = (insertion (<=) xs, insertion (>=) ys)
def find [n] 'a (eq: a -> a -> bool) (xs: [n]a) (x: a) : i64 =
  loop at = -1 for i < n do if at < 0 && eq xs[i] x then i else at
entry found (xs: []i32) (x: i32) : i64 = find (==) xs x
