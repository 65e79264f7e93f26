-- Arrays of records and tuples: built, mapped, reduced, updated at an index and in a field, sliced, nested, and with
-- an array inside.
-- ==
-- entry: totals
-- input { [1i32, 2, 3] [0.5f32, 1.5, 2] } output { 6i32 4f32 3i64 }
-- input { empty([0]i32) empty([0]f32) } output { 0i32 0f32 0i64 }

-- ==
-- entry: changed
-- input { [1i32, 2, 3] } output { [1i32, 20, 3] [2i32, 7, 6] }
-- input { [1i32] } error: [Oo]ut of bounds

-- ==
-- entry: grid
-- input { 2i64 3i64 } output { [[0i64, 0, 0], [1, 1, 1]] [[0i64, 1, 2], [0, 1, 2]] [1i64, 2] }

-- ==
-- entry: polygons
-- input { [[0i32, 4, 4, 0], [0, 1, 2, 3]] [[0i32, 0, 3, 3], [5, 5, 5, 5]] } output { [24i32, 0] }

-- ==
-- entry: sorted
-- input { [3i32, 1, 2] [30i32, 10, 20] } output { [1i32, 2, 3] [10i32, 20, 30] }
-- input { [3i32] [30i32] } output { [3i32] [30i32] }

-- ==
-- entry: slices
-- input { [1i32, 2, 3, 4, 5] } output { [5i32, 3, 1] [true, true, true] 2i32 }

type item = {key: i32, value: i32}

entry totals [n] (counts: [n]i32) (weights: [n]f32) : (i32, f32, i64) =
  let items = map2 (\count weight -> {count, info = (weight, 1i64)}) counts weights
  let join a b = {count = a.count + b.count, info = (a.info.0 + b.info.0, a.info.1 + b.info.1)}
  let total = reduce join {count = 0, info = (0, 0)} items
  in (total.count, total.info.0, total.info.1)

entry changed [n] (keys: [n]i32) : ([n]i32, [n]i32) =
  let items = map (\key -> {key, value = 2 * key}) keys
  let items[1] = {key = 20, value = 4}
  let items[1] = items[1] with value = 7
  in (map (.key) items, map (.value) items)

entry grid (h: i64) (w: i64) : ([h][w]i64, [h][w]i64, [2]i64) =
  let cells = tabulate_2d h w (\i j -> {at = (i, j), sum = i + j})
  let unzipped = map unzip (map (map (.at)) cells)
  let (is, js) = unzip unzipped
  in (is, js, [cells[1, 0].sum, cells[0][2].sum])

-- Twice the area of each polygon, whose corners are an array inside of a record.
entry polygons [n][m] (xs: [n][m]i32) (ys: [n][m]i32) : [n]i32 =
  let shapes = map2 (\x y -> {name = 0u8, corners = zip x y}) xs ys
  let cross (x1, y1) (x2, y2) = x1 * y2 - x2 * y1 : i32
  let area s = i32.sum (map2 cross s.corners (rotate 1 s.corners))
  in map (\(s: {name: u8, corners: [m](i32, i32)}) -> area s) shapes

entry sorted [n] (keys: [n]i32) (values: [n]i32) : ([n]i32, [n]i32) =
  let items : [n]item = map2 (\key value -> {key, value}) keys values
  let items =
    loop items for i < n do
      loop items for j < n - 1 - i do
        let (a, b) = (items[j], items[j + 1])
        in if a.key > b.key then items with [j] = b with [j + 1] = a else items
  in unzip (map (\({key, value}: item) -> (key, value)) items)

entry slices [n] (xs: [n]i32) : ([]i32, []bool, i32) =
  let pairs = zip xs (map (\x -> x % 2 == 1) xs)
  let (a, b) = unzip pairs[::-2]
  in (a, b, (pairs[1:])[0].0)
