-- The records nearest to a query, by the square of the distance, nearest first. Of two that are equally near, the one
-- with the smaller number is nearer.
--
-- The records are cut into parts. Each part keeps a short sorted list of its nearest ones; the lists are merged.
-- ==
-- entry: nearest
-- input @ data/neighbours.in output @ data/neighbours.out
-- input { 3i64 4i64 [1.0f32] [[4.0f32], [0.5f32]] }
-- output { [1i64, 0i64, -1i64, -1i64] [0.25f32, 9.0f32, f32.inf, f32.inf] }
-- input { 1i64 0i64 [1.0f32] [[4.0f32]] } output { empty([0]i64) empty([0]f32) }

def square_of_distance [d] (a: [d]f32) (b: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

-- Whether the first is nearer.
def is_nearer (i: i64, x: f32) (j: i64, y: f32) : bool = x < y || (x == y && i < j)

-- The list with a candidate, without what is then one too many at its end.
def insert [k] (numbers: *[k]i64) (squares: *[k]f32) (number: i64) (square: f32) : (*[k]i64, *[k]f32) =
  if k == 0 || ! (is_nearer (number, square) (numbers[k - 1], squares[k - 1]))
  then (numbers, squares)
  else let (numbers, squares, at) =
         loop (numbers, squares, at) = (numbers, squares, k - 1)
         while at > 0 && is_nearer (number, square) (numbers[at - 1], squares[at - 1]) do
           let (before, nearer) = (numbers[at - 1], squares[at - 1])
           in (numbers with [at] = before, squares with [at] = nearer, at - 1)
       in (numbers with [at] = number, squares with [at] = square)

-- A list of nothing: any record is nearer.
def empty (k: i64) : (*[k]i64, *[k]f32) = (replicate k i64.highest, replicate k f32.inf)

-- The nearest ones of two lists.
def merge [k] (numbers: [k]i64, squares: [k]f32) (more: [k]i64, their_squares: [k]f32) : (*[k]i64, *[k]f32) =
  loop (numbers, squares) = (copy numbers, copy squares) for i < k do
    insert numbers squares more[i] their_squares[i]

-- Where there are fewer than k records, the last numbers are -1.
entry nearest [n] [d] (parts: i64) (k: i64) (query: [d]f32) (records: [n][d]f32) : ([k]i64, [k]f32) =
  let of_part part =
    let (first, end) = (part * n / parts, (part + 1) * n / parts)
    in loop (numbers, squares) = empty k for j < end - first do
         insert numbers squares (first + j) (square_of_distance query records[first + j])
  let (numbers, squares) = reduce_comm merge (empty k) (tabulate parts of_part)
  in (map (\i -> if i == i64.highest then -1 else i) numbers, squares)
