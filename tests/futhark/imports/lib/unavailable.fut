-- A constant that fails.

def table : i32 = ([1, 2] : []i32)[2]
