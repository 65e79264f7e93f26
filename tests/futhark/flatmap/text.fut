-- Text made of pieces: digits of numbers, separators between them.

-- ==
-- entry: digits
-- input { [305i32, 0, 12] } output { "305012" [0i64, 3, 4] }
-- input { empty([0]i32) } output { "" empty([0]i64) }

-- ==
-- entry: list
-- input { [305i32, 0, 12] } output { "305, 0, 12" }
-- input { [7i32] } output { "7" }

def digits_of (x: i32) : []u8 =
  let (count, _) = loop (count, rest) = (1, x / 10) while rest > 0 do (count + 1, rest / 10)
  in map (\i -> '0' + u8.i32 (x / 10 ** i32.i64 (count - 1 - i) % 10)) (iota count)

entry digits (xs: []i32) =
  let (_, _, offsets, text) = flatmap' digits_of xs
  in (text, offsets)

entry list [n] (xs: [n]i32) : []u8 =
  (flatmap' (\i -> digits_of xs[i] ++ (if i + 1 < n then ", " else "")) (iota n)).3
