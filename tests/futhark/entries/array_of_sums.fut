-- An array of sums: tags and slots are arrays.
-- ==
-- entry: reversed
-- input { [0i8, 1, 2] [1i32, 0, 0] [false, true, false] } output { [2i8, 1, 0] [0i32, 0, 1] [false, true, false] }
-- input { empty([0]i8) empty([0]i32) empty([0]bool) } output { empty([0]i8) empty([0]i32) empty([0]bool) }
-- input { [0i8, 1, 3] [1i32, 0, 0] [false, true, false] } error: argument `vs` has an invalid tag
-- input { [0i8, 1, 2] [1i32, 0, 5] [false, true, false] } error: an unused slot that is not 0
-- input { [0i8, 1, 2] [1i32, 0] [false, true, false] } error: argument `vs` has arrays of shapes \[2\] and \[3\]

-- ==
-- entry: tokens
-- input { "12+3" } output { [0i8, 0, 1, 0] [1i32, 2, 0, 3] }
-- input { "" } output { empty([0]i8) empty([0]i32) }

-- ==
-- entry: deep
-- input { [[0i8, 1], [1, 1]] [[7i16, 0], [0, 0]] } output { [[true, false], [false, false]] }
-- input { [[0i8, 1], [1, 2]] [[7i16, 0], [0, 0]] } error: an invalid tag

entry reversed [n] (vs: [n](#int i32 | #truth bool | #void)) : [n](#int i32 | #truth bool | #void) = reverse vs

entry tokens (text: []u8) : [](#digit i32 | #plus) =
  map (\c -> if c == '+' then #plus else #digit (i32.u8 (c - '0'))) text

entry deep [n] [m] (grid: [n][m](#full i16 | #open)) : [n][m]bool =
  map (map (\cell -> match cell case #full x -> x == 7 case #open -> false)) grid
