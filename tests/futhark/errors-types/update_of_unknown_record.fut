-- Nothing is known of the record: that it has no such field is not known either.
-- ==
-- error: error\[E0306\]: the type of `r` is not known here(.|\n)*`\(r: \{x: i32\}\)`

def f r : {x: i32} = r with x = 0
