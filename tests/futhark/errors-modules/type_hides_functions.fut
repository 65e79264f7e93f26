-- A type with functions in it is declared with a caret.
-- ==
-- error: E0208.*`t` has functions in it

type~ t = (i32, i32 -> i32)
def main (x: i32) : i32 = x
