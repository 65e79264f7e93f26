-- A parametric module has no members.
-- ==
-- error: E0203.*`f` is a parametric module

module f (P: { val x : i32 }) = { def x = P.x }
def main : i32 = f.x
