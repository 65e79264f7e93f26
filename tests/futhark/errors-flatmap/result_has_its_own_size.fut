-- The joined rows are not as many as the elements.
-- ==
-- error: E0501

entry main [n] (xs: [n]i64) =
  let (_, _, _, d) = flatmap' iota xs
  in map2 (+) d xs
