-- Arrays whose elements have sizes of their own, written out.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type(.|\n)*values of this type may differ in size

type~ u = [2](?[n].[n]i32)
