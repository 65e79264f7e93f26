-- Attributes on expressions and declarations, known and unknown ones, do not change values.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 12i32 [2i32, 3, 4] }
-- input { empty([0]i32) } output { 0i32 empty([0]i32) }

-- ==
-- entry: nested
-- input { 3i32 } output { 9i32 }

#[inline]
def twice (x: i32) : i32 = x + x
#[noinline]
def next (x: i32) : i32 = x + 1
#[an_unknown_attribute]
def same (x: i32) : i32 = x
entry main [n] (xs: [n]i32) : (i32, [n]i32) =
  ( #[sequential] i32.sum (map twice xs)
  , #[something(other, 3)] map (#[unsafe] \x -> next (same x)) xs
  )
entry nested (x: i32) : i32 =
  #[unroll]
  loop y = 0 for _i < 3i32 do #[inline] (#[noinline] twice x) - x + y
