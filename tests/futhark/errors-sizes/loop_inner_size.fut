-- What an inner loop changes, the outer one changes too.
-- ==
-- error: E0501

entry main [n] (xs: [n]i32) : [n]i32 =
  loop a = xs for _i < 2 do
    loop b = a for _j < 2 do b ++ b
