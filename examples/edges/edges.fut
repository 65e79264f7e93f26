-- Edges in a photograph: blurs it a little, so that grain is not mistaken for edges, then takes at every pixel how
-- steeply the brightness changes there (Sobel's operator), and scales this to grey levels from 0 to 255.
--
-- What must come out of the photograph was computed with SciPy: see expected.py. Until the square root, all numbers are
-- sums of few enough binary digits to be exact in f64, so that the picture has the same bytes on every machine.
-- ==
-- "the photograph" compiled input @ camera.npy output @ edges.npy
-- "black meets white"
-- input { [[0u8, 0u8, 0u8, 0u8, 255u8, 255u8, 255u8, 255u8], [0u8, 0u8, 0u8, 0u8, 255u8, 255u8, 255u8, 255u8]] }
-- output { [[0u8, 25u8, 127u8, 255u8, 255u8, 127u8, 25u8, 0u8], [0u8, 25u8, 127u8, 255u8, 255u8, 127u8, 25u8, 0u8]] }
-- "no edges" input { [[7u8, 7u8, 7u8], [7u8, 7u8, 7u8]] } output { [[0u8, 0u8, 0u8], [0u8, 0u8, 0u8]] }
-- "one pixel" input { [[200u8]] } output { [[0u8]] }
-- "no pixels" input { empty([0][5]u8) } output { empty([0][5]u8) }

-- Every pixel becomes the weighted sum of the pixels beside it in its row. The row goes on beyond its ends with the
-- pixel that is there.
def filter_rows [h] [w] [k] (weights: [k]f64) (picture: [h][w]f64) : [h][w]f64 =
  let beside i j t = picture[i, i64.max 0 (i64.min (w - 1) (j + t - k / 2))]
  in tabulate_2d h w (\i j -> f64.sum (map2 (\weight t -> weight * beside i j t) weights (iota k)))

-- Filters the rows, then the columns: far less work than the filter of two dimensions that it amounts to.
def filter_both (along_rows: []f64) (along_columns: []f64) (picture: [][]f64) =
  picture |> filter_rows along_rows |> transpose |> filter_rows along_columns |> transpose

-- The weights are binomial coefficients, which are close to a bell curve, and add up to 1.
def blur (picture: [][]f64) =
  let weights = map (/ 16) [1, 4, 6, 4, 1]
  in filter_both weights weights picture

-- How steeply the brightness changes: the length of the vector of its changes along rows and along columns. Sobel's
-- operator takes the difference in the one direction and smooths in the other.
def steepness [h] [w] (picture: [h][w]f64) : [h][w]f64 =
  let difference = [-1, 0, 1]
  let smooth = [1, 2, 1]
  let along_rows = filter_both difference smooth picture
  let along_columns = filter_both smooth difference picture
  in map2 (map2 (\x y -> f64.sqrt (x * x + y * y))) along_rows along_columns

-- Grey levels, such that the greatest number becomes 255 and fractions are cut off.
def grey [h] [w] (picture: [h][w]f64) : [h][w]u8 =
  let greatest = f64.maximum (flatten picture)
  let level x = if greatest > 0 then u8.f64 (255 * x / greatest) else 0
  in map (map level) picture

-- The edges of a picture of h rows of w pixels.
entry main [h] [w] (picture: [h][w]u8) : [h][w]u8 =
  map (map f64.u8) picture |> blur |> steepness |> grey
