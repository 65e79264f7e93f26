-- A polymorphic option with several instances at a time.
-- ==
-- entry: main
-- input { 5i32 } output { 5i32 2.5f64 true }
-- input { -5i32 } output { 0i32 0f64 false }

-- ==
-- entry: chained
-- input { 80i32 } output { 10i32 }
-- input { 20i32 } output { 0i32 }
-- input { 7i32 } output { 0i32 }

type opt 'a = #some a | #none
def when 'a (b: bool) (x: a) : opt a = if b then #some x else #none
def get 'a (default: a) (o: opt a) : a = match o case #some x -> x case #none -> default
def then_do 'a 'b (o: opt a) (f: a -> opt b) : opt b = match o case #some x -> f x case #none -> #none
entry main (x: i32) : (i32, f64, bool) =
  (get 0 (when (x > 0) x), get 0 (when (x > 0) (f64.i32 x / 2)), get false (when (x > 0) true))
def half (x: i32) : opt i32 = when (x % 2 == 0) (x / 2)
entry chained (x: i32) : i32 = get 0 (half x `then_do` half `then_do` half)
