-- The place of a mistake after tabs is counted in characters.
-- ==
-- error: :6:6

def f (x: i32) : i32 =
	x +	aa
