-- A constant is not fresh.
-- ==
-- error: error\[E0403\]: .*`get`

def table : [3]i32 = [1, 2, 3]

def get (_i: i32) : *[3]i32 = table

entry main (i: i32) : [3]i32 = get i with [0] = i
