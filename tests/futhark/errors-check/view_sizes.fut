-- Offsets, sizes and strides of views are i64.
-- ==
-- error: expected i64, found i32

def f (xs: []i32) = intrinsics.flat_index_2d xs 0i32 2 2 2 1
