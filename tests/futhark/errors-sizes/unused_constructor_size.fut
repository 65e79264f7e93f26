-- The size of a constructor that is not used has to be known.
-- ==
-- error: E0502

type~ sum = #foo ([]i32) | #bar ([]i32)

entry main (xs: []i32) : i64 =
  let v : sum = #foo xs
  in match v case #foo a -> length a case #bar b -> length b
