-- Unknown attributes are told once for each name, and ignored.
-- ==
-- warning: unknown attribute `no_such_thing`
-- warning: unknown attribute `inlin`
-- warning: did you mean `inline`
-- warning: unknown attribute `vectorise`

-- ==
-- entry: main
-- input { 3i32 } output { 10i32 }

#[no_such_thing(1, a(b))] def one : i32 = 1
#[inlin] def square (x: i32) = x * x

entry main (#[vectorise] x: i32) = #[no_such_thing] square x + #[vectorise] one
