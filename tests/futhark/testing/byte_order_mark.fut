-- ==
-- input { 1 } output { 2 }
def main (x: i32) : i32 = x + 1
