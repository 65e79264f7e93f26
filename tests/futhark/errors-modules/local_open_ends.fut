-- What a module opened for one expression has is not seen after it.
-- ==
-- error: error\[E0202\]: there is no type `t`

module a = { type t = i32 def z = 1i32 }
def f (x: i32) : i32 = a.(z + x) + (x : t)
