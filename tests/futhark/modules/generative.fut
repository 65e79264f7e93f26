-- Each application makes the types of the result anew, and its values go together.
-- ==
-- input { 3 } output { 8 }

module type key = { type k val of : i32 -> k val to : k -> i32 }
module keys (D: { val d : i32 }) : key = { type k = i32 def of (x: i32) = x + D.d def to (x: i32) = x }
module a = keys { def d = 1i32 }
module b = keys { def d = 1i32 }

def main (x: i32) : i32 = a.to (a.of x) + b.to (b.of x)
