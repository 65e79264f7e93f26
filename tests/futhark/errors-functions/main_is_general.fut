-- `main` is an entry point, also without the word.
-- ==
-- error: error\[E0601\]: the entry point `main` has a type parameter

def main 'a (x: a) : a = x
