-- sizes: 8
-- A loop whose array grows by one element a turn, and one whose array doubles.
entry main (n: i64) : (i64, i64) =
  let grown = loop xs = [] for i < n do xs ++ [i * i]
  let doubled = loop xs = [1] while length xs < n do xs ++ map (+ 1) xs
  in (i64.sum grown, i64.sum doubled)
