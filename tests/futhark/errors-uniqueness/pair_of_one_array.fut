-- One array for two marked components.
-- ==
-- error: E0404

def swap (p: (*[]i32, *[]i32)) : (*[]i32, *[]i32) = (p.1, p.0)

def f (xs: *[]i32) = swap (xs, xs)
