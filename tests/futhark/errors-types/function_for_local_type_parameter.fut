-- The type parameter `'a` of a local function stands for no function.
-- ==
-- error: E0503

entry main (_x: i32) : i32 =
  let f 'a (y: a) (g: a -> i32) = g y
  in f (\z -> z) (\h -> h 0)
