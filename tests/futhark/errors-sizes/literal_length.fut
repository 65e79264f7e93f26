-- An array literal of another length than the type says.
-- ==
-- error: error\[E0501\]: .*3.*2

def f : [3]i32 = [1, 2]
