-- What fails while the program runs is shown at its place in the imported file.
-- ==
-- input { [1, 2, 3] } output { 3 }
-- input { [1, 2] } error: partial.fut:2:

import "lib/partial"
def main (xs: []i32) : i32 = third xs
