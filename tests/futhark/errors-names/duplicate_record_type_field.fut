-- One name for two fields of a record type.
-- ==
-- error: error\[E0204\]: .*`a`

type t = {a: i32, b: i32, a: f32}
