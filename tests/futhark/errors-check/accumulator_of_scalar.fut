-- There are accumulators of arrays only.
-- ==
-- error: an accumulator must be one of an array

def f (acc: intrinsics.acc i32) : i32 = 1
