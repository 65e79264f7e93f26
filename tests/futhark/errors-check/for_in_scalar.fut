-- A loop over the elements of something that has none.
-- ==
-- error: error\[E03[0-9]*\]: .

entry main (n: i32) : i32 = loop s = 0 for x in n do s + x
