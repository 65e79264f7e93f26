-- A type abbreviation with too few arguments.
-- ==
-- error: error\[E0309\]: .*`pair`.*2.*1

type pair 'a 'b = {left: a, right: b}

def swap (p: pair i32) : pair i32 = p

entry main (x: i32) : i32 = x
