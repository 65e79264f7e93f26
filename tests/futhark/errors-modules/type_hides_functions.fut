-- A type with functions in it is declared with a caret.
-- ==
-- error: E0503.*`t` may contain functions

type~ t = (i32, i32 -> i32)
def main (x: i32) : i32 = x
