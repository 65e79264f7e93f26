-- Histograms: counts, several operators, two dimensions, destinations that are kept, bounds that are skipped.
-- ==
-- entry: counts
-- input { [7i32, 11i32, 10i32, 46i32, 21i32, 94i32, 85i32, 39i32, 32i32, 77i32, 27i32, 77i32, 4i32, 74i32, 87i32, 20i32, 55i32, 81i32, 50i32, 92i32, 65i32, 47i32, 69i32, 56i32, 64i32, 34i32, 4i32, 3i32, 46i32, 59i32, 40i32, 48i32, 54i32, 67i32, 21i32, 71i32, 22i32] }
-- output { [4i32, 2i32, 5i32, 3i32, 5i32, 5i32, 4i32, 4i32, 3i32, 2i32] }
-- input { empty([0]i32) } output { [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { [-5i32, 100i32, 50i32] } output { [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32] }

-- ==
-- entry: summary
-- input { 3i64 [0i64, 2i64, 0i64, 2i64, 2i64] [5i32, -1i32, 3i32, 4i32, 9i32] }
-- output { [2i64, 0i64, 3i64] [8i32, 0i32, 12i32] [3i32, 2147483647i32, -1i32] [5i32, -2147483648i32, 9i32] }

-- ==
-- entry: first_positions
-- input { [3u8, 1u8, 3u8, 9u8] }
-- output { [-1i64, 1i64, -1i64, 0i64, -1i64, -1i64, -1i64, -1i64, -1i64, 3i64] }

-- ==
-- entry: neighbours
-- input { [[0u8, 3u8, 6u8, 9u8, 12u8], [0u8, 4u8, 8u8, 12u8, 16u8], [0u8, 5u8, 10u8, 15u8, 20u8], [0u8, 6u8, 12u8, 18u8, 24u8]] }
-- output { [[16i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] }

-- ==
-- entry: accumulate
-- input { [1.0f32, 2.0f32, 3.0f32] [0i64, 0i64, 5i64, 2i64, -1i64] [0.5f32, 0.5f32, 9.0f32, 1.0f32, 9.0f32] }
-- output { [2.0f32, 2.0f32, 4.0f32] }

-- ==
-- entry: equalise
-- input { [10u8, 10u8, 20u8, 200u8] } output { [127u8, 127u8, 191u8, 255u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

def bins : i64 = 10

entry counts (xs: []i32) : [bins]i32 =
  hist (+) 0 bins (map (\x -> i64.i32 x / 10) xs) (map (const 1) xs)

-- | Count, sum, least and greatest value of each class.
entry summary [n] (k: i64) (classes: [n]i64) (values: [n]i32) : ([k]i64, [k]i32, [k]i32, [k]i32) =
  let join (c1, s1, l1, g1) (c2, s2, l2, g2) : (i64, i32, i32, i32) =
    (c1 + c2, s1 + s2, i32.min l1 l2, i32.max g1 g2)
  let none = (0, 0, i32.highest, i32.lowest)
  in unzip4 (reduce_by_index (replicate k none) join none classes (map (\v -> (1, v, v, v)) values))

-- | The first position of each digit that occurs, -1 of the others.
entry first_positions [n] (digits: [n]u8) : [10]i64 =
  let empty = replicate 10 i64.highest
  let least = reduce_by_index empty i64.min i64.highest (map i64.u8 digits) (iota n)
  in map (\p -> if p == i64.highest then -1 else p) least

-- | How often two grey levels (in four steps) are neighbours in a row.
entry neighbours [h][w] (image: [h][w]u8) : [4][4]i32 =
  let level x = i64.u8 (x >> 6)
  let pairs =
    map (\row -> tabulate (w - 1) (\j -> (level row[j], level row[j + 1]))) image |> flatten
  in reduce_by_index_2d (replicate 4 (replicate 4 0)) (+) 0 pairs (map (\_ -> 1) pairs)

entry accumulate [k] (dest: *[k]f32) (is: []i64) (vs: []f32) : [k]f32 =
  let m = length is
  in reduce_by_index dest (+) 0 (is :> [m]i64) (vs :> [m]f32)

-- | Equalisation by the cumulative histogram.
entry equalise [n] (pixels: [n]u8) : [n]u8 =
  let h = hist (+) 0i64 256 (map i64.u8 pixels) (replicate n 1)
  let cdf = scan (+) 0 h
  let table = map (\c -> u8.i64 (c * 255 / i64.max 1 n)) cdf
  in map (\p -> table[i64.u8 p]) pixels
