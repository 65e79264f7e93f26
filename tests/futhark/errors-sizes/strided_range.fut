-- Nothing tells the size of a range with a stride.
-- ==
-- error: E0501

entry main (n: i64) : [n]i64 = 0..2..<n
