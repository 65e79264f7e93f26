-- The forms of values in tests.
-- ==
-- entry: rows
-- input { ["ab", "cd"] } output { ["abc", "cdc"] }
-- input { [[97u8, 98], "cd"] } output { [[97u8, 98, 99], [99, 100, 99]] }
-- input { [""] } output { ["c"] }
-- script input { ["ab", "cd"] } output { ["abc", "cdc"] }

-- ==
-- entry: empty
-- input { [empty([0]i32)] } output { [empty([0]i32)] }
-- input { [empty([0]i32), []] } output { empty([2][0]i32) }

-- ==
-- entry: small
-- input { 255i8 -1u16 } output { -1i8 65535u16 }
-- input { 0xff 0xffff } output { 255i8 -1u16 }

entry rows [n] [m] (xs: [n][m]u8) : [n][m + 1]u8 = map (++ "c") xs
entry empty [n] [m] (xs: [n][m]i32) : [n][m]i32 = xs
entry small (x: i8) (y: u16) : (i8, u16) = (x, y)
