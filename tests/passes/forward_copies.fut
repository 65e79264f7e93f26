-- passes: forward-copies
-- Operators on rows work on the rows where these are: those of a reduction, of a histogram, and one that sorts in place.
entry sum : [2]i64 = reduce (map2 (+)) [0, 0] (map (\i -> scan (+) 0 [i, 2 * i]) (iota 3))

entry sums : [3][2]i64 =
  reduce_by_index (replicate 3 (replicate 2 1)) (map2 (+)) (replicate 2 0) [0, 2, 0, 5] [[1, 2], [3, 4], [5, 6], [7, 8]]

-- The two largest of both lists.
def merged (a: [2]i64) (b: [2]i64) : *[2]i64 =
  loop a = copy a for i < 2 do
    if b[i] <= a[1] then a
    else if b[i] > a[0] then (a with [1] = a[0]) with [0] = b[i]
    else a with [1] = b[i]

entry largest (n: i64) : [2]i64 =
  reduce merged (replicate 2 i64.lowest) (map (\i -> scan i64.min (i * 5 % 7) [i * 3 % 7, i]) (iota n))

entry of_ten : [2]i64 = largest 10
