-- One name for two module types.
-- ==
-- error: error\[E0204\]: `m` is defined twice

module type m = { val x : i32 }
module type m = { val y : i32 }
