-- A primitive type cannot be defined anew beside itself.
-- ==
-- error: error\[E0204\]: .*`t`

type t = i32
type t [n] = [n]i32
