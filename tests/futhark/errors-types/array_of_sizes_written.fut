-- Arrays whose elements have sizes of their own, written out.
-- ==
-- error: error\[E0503\]: an array has no elements of a lifted type(.|\n)*values? of this type has sizes of its own

type~ u = [2](?[n].[n]i32)
