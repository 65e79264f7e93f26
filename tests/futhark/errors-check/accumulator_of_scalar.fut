-- There are accumulators of arrays only.
-- ==
-- error: an accumulator is of an array

def f (acc: intrinsics.acc i32) : i32 = 1
