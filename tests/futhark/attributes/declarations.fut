-- Attributes before declarations, in patterns and in module types.

-- ==
-- entry: calls
-- input { 3i32 } output { 26i32 }

-- ==
-- entry: patterns
-- input { 3i32 4i32 } output { 10i32 }

-- ==
-- entry: by_loop
-- input { [1i32, 2, 3] } output { 6i32 }

#[inline] def small (x: i32) = x * x
#[noinline] def large (x: i32) = small x + 1
#[inline]
#[unsafe]
local def both (x: i32) = x + x

module type pair = { #[noinline] val first : i32 #[inline] type t }
#[unsafe] module one : pair = { type t = i32 def first = 1i32 }

entry calls (x: i32) = small x + large x + both x + one.first

entry patterns (#[unsafe] x: i32) (y: i32) =
  let (#[trace] a, #[unsafe] (b: i32)) = (x, y)
  in match a case #[unsafe] 3 -> a + b + 3 case _ -> 0

entry by_loop (xs: []i32) = #[stripmine(2)] loop (#[true_dep] sum: i32) = 0 for x in xs do sum + x
