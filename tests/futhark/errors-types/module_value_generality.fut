-- The module type wants a function for all types.
-- ==
-- error: error\[E0205\]: .*`same`

module m : { val same 'a : a -> a } = { def same (x: i32) : i32 = x }
