-- The condition of a loop is a truth value.
-- ==
-- error: bool

entry down (n: i32) : i32 = loop n while n do n - 1
