-- Functions of other files that consume their arguments.
-- ==
-- input { [1, 2] } output { [5, 2] }

import "lib/updates"
def main [n] (xs: [n]i32) : [n]i32 = set (copy xs) 5
