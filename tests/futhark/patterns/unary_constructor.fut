-- Types of a single constructor need no other case, and may be taken apart by `let` and by parameters.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 -1i32 }

-- ==
-- entry: mapped
-- input { [1i32, 2] } output { [2i32, 4] }
-- input { empty([0]i32) } output { empty([0]i32) }

type wrapped = #wrap i32 i32
def sum (w: wrapped) : i32 = match w case #wrap a b -> a + b
entry main (a: i32) (b: i32) : (i32, i32) =
  let w : wrapped = #wrap a b
  let #wrap c d = w
  in (sum w, c - d)
entry mapped [n] (xs: [n]i32) : [n]i32 = map (\x -> sum (#wrap x x)) xs
