-- Four mistakes of four kinds.
-- ==
-- error: error\[E0201\]: `aa`(.|\n)*E0301\]: .*i64.*i32(.|\n)*E0302\]: .*(.|\n)*E0310\]:

def f (x: i32) : i32 = aa
def g (x: i32) : i64 = x
def h (x: i32) : i32 = x x
def k (x: i32) : i32 = x[0]
