-- Indices of all types of integers out of bounds.
-- ==
-- entry: narrow
-- input { [1i32, 2] 1i8 } output { 2i32 }
-- input { [1i32, 2] -1i8 } error: Index \[-1\] out of bounds for array of shape \[2\]
-- input { [1i32, 2] 127i8 } error: Index \[127\] out of bounds for array of shape \[2\]

-- ==
-- entry: unsigned
-- input { [1i32, 2] 1u16 } output { 2i32 }
-- input { [1i32, 2] 65535u16 } error: Index \[65535\] out of bounds for array of shape \[2\]

-- ==
-- entry: wide
-- input { [1i32, 2] 0u32 } output { 1i32 }
-- input { [1i32, 2] 4294967295u32 } error: Index \[4294967295\] out of bounds for array of shape \[2\]

-- ==
-- entry: mixed
-- input { [[1i32, 2], [3, 4]] 1u8 0i32 } output { 3i32 }
-- input { [[1i32, 2], [3, 4]] 1u8 2i32 } error: Index \[1, 2\] out of bounds for array of shape \[2\]\[2\]

entry narrow (xs: []i32) (i: i8) : i32 = xs[i]
entry unsigned (xs: []i32) (i: u16) : i32 = xs[i]
entry wide (xs: []i32) (i: u32) : i32 = xs[i]
entry mixed (a: [][]i32) (i: u8) (j: i32) : i32 = a[i, j]
