-- `main` is an entry point, also without the word.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or returns a function

def main (f: i32 -> i32) : i32 = f 1
