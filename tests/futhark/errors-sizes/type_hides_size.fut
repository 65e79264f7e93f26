-- A type that hides a size needs `type~`.
-- ==
-- error: type~

type t = []i32

entry main (x: i32) : i32 = let y : t = [x] in y[0]
