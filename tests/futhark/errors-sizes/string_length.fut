-- A string of another length than the type says.
-- ==
-- error: error\[E0501\]: expected size 3, found 2

def f : [3]u8 = "ab"
