-- Module types that ask for fresh results, which say so or say nothing.
-- ==
-- entry: main
-- input { 2i64 } output { [5, 0] [6, 0] }

module m : { val said : i64 -> *[]i32 val unsaid : i64 -> *[]i32 val less : i64 -> []i32 } = {
  def said (n: i64) : *[]i32 = replicate n 0
  def unsaid (n: i64) = replicate n 0i32
  def less (n: i64) : *[]i32 = replicate n 0
}

entry main (n: i64) : ([n]i32, [n]i32) =
  let xs = m.said n :> [n]i32
  let ys = m.unsaid (length (m.less n)) :> [n]i32
  in (xs with [0] = 5, ys with [0] = 6)
