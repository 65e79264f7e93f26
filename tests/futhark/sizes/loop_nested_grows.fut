-- An inner loop that changes a size changes the outer one's.
-- ==
-- entry: main
-- input { [1i32] } output { 16i64 }

entry main (xs: []i32) : i64 =
  length (loop a = xs for _i < 2 do
            loop b = a for _j < 2 do b ++ b)
