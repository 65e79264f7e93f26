-- A parameter cannot hide a size: nothing would bind it.
-- ==
-- error: error\[E0502\]: nothing tells the hidden size `n` here(.|\n)*`\[n\] \(x: \[n\]t\)`

entry main (x: ?[n].[n]i32) : i64 = length x
