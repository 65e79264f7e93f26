-- Values of a type that hides sizes cannot stand in an array.
-- ==
-- error: E0503.*lifted

type~ hidden = ?[n].[n]i32

def f (xs: [2]hidden) = length xs

entry main (x: i32) : i64 = f [[x], [x]]
