-- An arrow of one character.
-- ==
-- error: error\[E0101\]: .*→

def f = \(x: i32) → x
