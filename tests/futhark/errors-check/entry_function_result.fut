-- An entry point gives no function.
-- ==
-- error: error\[E0602\]: .*takes or gives a function

entry adder (x: i32) = \(y: i32) -> x + y
