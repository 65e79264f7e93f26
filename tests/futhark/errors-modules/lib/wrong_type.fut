-- A file that is wrong by itself.
-- ==
-- error: wrong_type.fut:5

def two : bool = 2i32
