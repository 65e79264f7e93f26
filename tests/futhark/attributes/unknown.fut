-- Unknown attributes are told once for each name, and ignored.
-- ==
-- warning: the attribute `no_such_thing` is unknown
-- warning: the attribute `inlin` is unknown
-- warning: there is the attribute `inline`
-- warning: the attribute `vectorise` is unknown

-- ==
-- entry: main
-- input { 3i32 } output { 10i32 }

#[no_such_thing(1, a(b))] def one : i32 = 1
#[inlin] def square (x: i32) = x * x

entry main (#[vectorise] x: i32) = #[no_such_thing] square x + #[vectorise] one
