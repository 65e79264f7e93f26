-- A local function that calls itself.
-- ==
-- error: error\[E0201\]: `go` is not defined(.|\n)*only top-level functions can be recursive

entry main (n: i32) : i32 =
  let go (i: i32) : i32 = if i == 0 then 0 else go (i - 1)
  in go n
