-- The label is under the parameter, and a help says what to do there.
-- ==
-- error: (?s)E0402.*mark the type of `xs` with `\*`

def f (a: i32) (xs: [2]i32) = xs with [0] = a

entry main (a: i32) (xs: [2]i32) = f a xs
