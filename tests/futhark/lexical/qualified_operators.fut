-- Operators of modules: infix, as sections and as functions.
-- ==
-- entry: infix
-- input { 7i32 2i32 } output { 9i32 14i32 3i32 1i32 true }
-- input { -7i32 2i32 } output { -5i32 -14i32 -4i32 1i32 false }

-- ==
-- entry: sections
-- input { [1i64, 2, 3] } output { [3i64, 4, 5] [9i64, 8, 7] 6i64 }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) 0i64 }

-- ==
-- entry: own
-- input { 3i32 4i32 } output { 34i32 43i32 [31i32, 41] }

entry infix (a: i32) (b: i32) : (i32, i32, i32, i32, bool) =
  (a i32.+ b, a i32.* b, a i32./ b, a i32.% b, a i32.> b)
entry sections [n] (xs: [n]i64) : ([n]i64, [n]i64, i64) =
  (map (i64.+ 2) xs, map (10 i64.-) xs, reduce (i64.+) 0 xs)
module digits = {
  def (<+>) (a: i32) (b: i32) : i32 = 10 * a + b
}
entry own (a: i32) (b: i32) : (i32, i32, [2]i32) =
  (a digits.<+> b, (digits.<+>) b a, map (digits.<+> 1) [a, b])
