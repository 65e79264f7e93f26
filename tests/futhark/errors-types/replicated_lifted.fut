-- No call is to blame where a type may hide sizes.
-- ==
-- error: error\[E0501\]: values of a lifted type, where(.|\n)*the sizes of each m\.t may be different

module m : { type^ t val x : t } = { type^ t = i32 -> i32 def x = \(y: i32) -> y }
def y = replicate 3 m.x
