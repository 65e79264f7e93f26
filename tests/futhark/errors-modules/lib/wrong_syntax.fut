-- A file that cannot be read.
-- ==
-- error: wrong_syntax.fut:5

def two : bool = = 2i32
