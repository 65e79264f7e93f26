-- The path of a field leads through no parametric module.
-- ==
-- error: E0203

module f (x: {val a: i32}) = {def r = {g = \(y: i32) -> x.a + y}}

entry main (x: i32) : i32 = f.r.g x
