-- A record type's fields get their types by `:`.
-- ==
-- error: error\[E0102\]: unexpected `=`

type t = {a = i32}
