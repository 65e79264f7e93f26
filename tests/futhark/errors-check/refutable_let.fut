-- A pattern of `let` must always match.
-- ==
-- error: error\[E0307\]: .*pattern

type option = #none | #some i32

entry main (x: i32) : i32 =
  let o : option = if x > 0 then #some x else #none
  let #some y = o
  in y
