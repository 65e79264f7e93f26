-- Two strings side by side are an application.
-- ==
-- error: error\[E0302\]: this is not a function

def f (_x: i32) : []u8 = "abc" "def"
