-- ==
-- error: marked `\*` but shares memory

entry main [n] (xs: *[n]i32) : [n]i32 =
  let get (_i: i32) : *[n]i32 = xs
  in get 1
