-- A character that a u8 does not hold.
-- ==
-- error: error\[E0103\]: 955 does not fit in u8

def f (x: u8) : bool = x == 'λ'
