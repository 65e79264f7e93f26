-- An accumulator is no element of an array.
-- ==
-- error: E0503.*array elements cannot have a lifted type

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc _ -> let accs = [acc] in accs[0]) is
