-- A name that the file does not have.
-- ==
-- error: E0201.*`nothing`

module m = import "lib/two_names"
def main : i32 = m.nothing
