-- A local function does not call itself.
-- ==
-- error: E0201

entry main (n: i32) : i32 =
  let f (k: i32) : i32 = if k == 0 then 1 else k * f (k - 1)
  in f n
