-- passes: inline tidy hoist fuse fuse-reads tidy
-- Differences and sums along rows of one picture, in one nest. The nests read it at indices only.
def both [h] [w] (picture: [h][w]i32) : ([h][w]i32, [h][w]i32) =
  let differences = tabulate_2d h w (\i j -> picture[i, w - 1 - j] - picture[i, j])
  let sums = tabulate_2d h w (\i j -> picture[i, w - 1 - j] + picture[i, j])
  in (differences, sums)

entry main : ([2][3]i32, [2][3]i32) = both [[1, 5, 2], [9, 3, 4]]
