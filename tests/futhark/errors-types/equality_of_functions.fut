-- Functions cannot be compared.
-- ==
-- error: E0304\]: .*function|E0304\]: .*->

def f (a: i32) : bool = (\x -> x + a) == (\x -> x - a)
