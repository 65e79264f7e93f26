-- passes: lower-to-imp forward-copies
-- The destination takes turns with the array of the last round, in two blocks that the loop hands on: no other variable
-- refers to either of them, so the operator works on the rows of the destination.
def main [n][k] (rows: [n][2]i64) (labels: [n]i64) (first: [k][2]i64) : [k][2]i64 =
  loop sums = copy first for i < 3 do
    reduce_by_index (map (map (/ 2)) sums) (map2 (+)) [0, 0] (map (+ i) labels) rows
entry sums : [][]i64 = main [[1, 2], [3, 4], [5, 6]] [0, 1, 0] [[8, 8], [16, 16]]
