-- A lambda at top level gives a traversal that still waits for its array.
-- ==
-- entry: each
-- input { [1, 2] } output { [2, 3] }

-- ==
-- entry: prefixes
-- input { [1, 2, 3] } output { [1, 3, 6] }
-- input { empty([0]i32) } output { empty([0]i32) }

def mapped = \(f: i32 -> i32) -> map f
def scanned = \op ne -> scan op ne

entry each (xs: []i32) : []i32 = mapped (+ 1) xs
entry prefixes (xs: []i32) : []i32 = scanned (+) 0 xs
