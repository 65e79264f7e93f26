-- Names with underscores; the lone one is a wildcard.
-- ==
-- entry: names
-- input { 1i32 } output { 1i32 2i32 3i32 6i32 }

-- ==
-- entry: wildcards
-- input { 1i32 2i32 } output { 3i32 7i32 }
-- input { 0i32 0i32 } output { 0i32 7i32 }

def f_ (x_: i32) : i32 = x_ + 1
def c__c : i32 = 3
entry names (x_1: i32) : (i32, i32, i32, i32) =
  let a_ = x_1
  let (b__2, _unused) = (f_ a_, 0i32)
  in (a_, b__2, c__c, a_ + b__2 + c__c)
entry wildcards (a: i32) (b: i32) : (i32, i32) =
  let _ = a * b
  let g _ (_, x) _ = x
  in (a + b, g a (b, 7) (a, b))
