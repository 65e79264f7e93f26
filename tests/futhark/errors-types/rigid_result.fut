-- A function that promises any type gives i32.
-- ==
-- error: error\[E0301\]: expected a, found i32

def f 'a (_x: a) : a = 1i32
