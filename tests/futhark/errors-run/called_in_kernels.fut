-- A failure in a function that a kernel calls, as it is too long to stand there twice: in a map, and before other threads of a
-- reduction go on.
def few (x: i32) : i32 = (x * 3) ^ (x >> 1)
def more (x: i32) : i32 = few (few (few (few x)))
def many (x: i32) : i32 = more (more (more (more x)))
def divided (x: i32) (by: i32) : i32 = many (many (many x)) / by
def both (x: i32) (by: i32) : i32 = divided x by + divided (x + 1) (by - 1)

-- ==
-- entry: mapped
-- input { [2i32, 3i32, 5i32, 1i32, 9i32, 0i32, 30i32, 1i32] } error: [Dd]ivision by zero
-- input { empty([0]i32) } output { empty([0]i32) }
entry mapped (xs: []i32) : []i32 = map (\x -> both x x * both (x + 1) (x + 7)) xs

-- ==
-- entry: summed
-- input { [2i32, 3i32, 5i32, 4i32, 9i32, 8i32, 30i32, 2i32, 7i32, 6i32, 0i32, 3i32] } error: [Dd]ivision by zero
-- input { empty([0]i32) } output { 0i32 }
entry summed (xs: []i32) : i32 = i32.sum (map (\x -> both x x * both (x + 1) (x + 7)) xs)
