-- Run-length encoding and decoding in data-parallel form: run starts by comparing neighbours, lengths by differences
-- of starts, decoding by a scan over scattered run numbers.
-- ==
-- entry: encode
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }
-- input { [4] } output { [4] [1i64] }
-- input { [1, 1, 1, 2, 3, 3, 1] } output { [1, 2, 3, 1] [3i64, 1, 2, 1] }

-- ==
-- entry: decode
-- input { empty([0]i32) empty([0]i64) } output { empty([0]i32) }
-- input { [1, 2, 3, 1] [3i64, 1, 2, 1] } output { [1, 1, 1, 2, 3, 3, 1] }
-- input { [8, 9] [2i64, 1] } output { [8, 8, 9] }

-- ==
-- entry: round_trip
-- input { [5, 5, 5, 5, 6, 7, 7] } output { true }
-- input { empty([0]i32) } output { true }

entry encode [n] (xs: [n]i32) : ([]i32, []i64) =
  let is_start i = i == 0 || xs[i] != xs[i - 1]
  let starts = filter is_start (indices xs)
  let ends = map (\i -> if i + 1 < length starts then starts[i + 1] else n) (indices starts)
  in (map (\s -> xs[s]) starts, map2 (-) ends starts)

entry decode [m] (symbols: [m]i32) (lengths: [m]i64) : []i32 =
  let ends = scan (+) 0 lengths
  let total = if m == 0 then 0 else last ends
  let starts = map2 (-) ends lengths
  let bumps = scatter (replicate total 0) starts (map (\i -> if i == 0 then 0 else 1) (iota m))
  in map (\run -> symbols[run]) (scan (+) 0 bumps)

entry round_trip [n] (xs: [n]i32) : bool =
  let (symbols, lengths) = encode xs
  let back = decode symbols lengths :> [n]i32
  in and (map2 (==) xs back)
