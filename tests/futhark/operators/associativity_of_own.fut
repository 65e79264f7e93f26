-- Operators of one's own associate to the left, but those that begin like `<|` to the right.
-- ==
-- entry: left
-- input { 10i32 4i32 3i32 } output { 3i32 3i32 18i32 }
-- input { 1i32 1i32 1i32 } output { -1i32 -1i32 -2i32 }

-- ==
-- entry: right
-- input { 10i32 4i32 3i32 } output { 9i32 3i32 }
-- input { 1i32 1i32 1i32 } output { 1i32 -1i32 }

def (-.) (a: i32) (b: i32) : i32 = a - b
def (|-) (a: i32) (b: i32) : i32 = a - b
def (**-) (a: i32) (b: i32) : i32 = 2 * a - b - b
def (<|-) (a: i32) (b: i32) : i32 = a - b
def (|>-) (a: i32) (b: i32) : i32 = a - b
entry left (a: i32) (b: i32) (c: i32) : (i32, i32, i32) =
  (a -. b -. c, a |- b |- c, a **- b **- c)
entry right (a: i32) (b: i32) (c: i32) : (i32, i32) = (a <|- b <|- c, a |>- b |>- c)
