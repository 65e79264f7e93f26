-- One name for two functions of a file.
-- ==
-- error: error\[E0204\]: `step` is defined twice

def step (x: i32) : i32 = x + 1

def step (x: i32) (y: i32) : i32 = x + y

entry main (x: i32) : i32 = step x
