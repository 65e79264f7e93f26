-- Rows of different lengths, of which several are not there: the first of them is told, also where a later one, or the first one itself,
-- is so long that all threads would do it.
-- ==
-- input { 100i64 [0i64, 3, 10, 90, 100] }
-- output { [3i64, 42, 3960, 945] }
-- input { 100i64 [0i64, 5, 3, 5000, 5001] }
-- error: Index \[5:3\] out of bounds
-- input { 100i64 [0i64, 3, 5000, 2, 10] }
-- error: Index \[3:5000\] out of bounds
-- input { 6000i64 [0i64, 3, 5000, 2, 10] }
-- error: Index \[5000:2\] out of bounds
def main [m] (n: i64) (offsets: [m]i64) : []i64 =
  let xs = iota n
  in tabulate (m - 1) (\i -> i64.sum xs[offsets[i]:offsets[i + 1]])
