-- Slices of arrays of tuples, records and strings.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [true, false, true] } output { [2i32, 3] [false, true] }
-- input { [1i32] [true] } output { empty([0]i32) empty([0]bool) }

-- ==
-- entry: text
-- input { "hello" } output { "hel" "olleh" "lo" }
-- input { "abcde" } output { "abc" "edcba" "de" }

-- ==
-- entry: fields
-- input { [1i32, 2, 3, 4] } output { [10i32, 30] }

entry main [n] (xs: [n]i32) (bs: [n]bool) : ([]i32, []bool) = unzip (zip xs bs)[1:]
entry text (s: [5]u8) : ([]u8, []u8, []u8) = (s[:3], s[::-1], s[3:])
entry fields [n] (xs: [n]i32) : []i32 = map (.x) (map (\x -> {x = 10 * x}) xs)[::2]
