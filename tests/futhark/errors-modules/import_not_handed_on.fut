-- What a file imports, it does not export.
-- ==
-- error: E0201.*`shown`

module m = import "lib/two_names"
def main : i32 = m.shown
