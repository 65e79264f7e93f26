-- Sizes that an inner loop keeps are kept by the outer one.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { [16i32, 32i32] }

entry main [n] (xs: [n]i32) : [n]i32 =
  loop a = xs for _i < 2 do
    loop b = a for _j < 2 do map2 (+) a b |> map2 (+) (map2 (-) b a)
