-- A parametric module cannot be opened.
-- ==
-- error: E0203.*a parametric module needs an argument

open (\(P: { val x : i32 }) -> { def x = P.x })
def main : bool = true
