-- Each application makes abstract types of its own.
-- ==
-- error: E0301

module keys (D: { val d : i32 }) : { type k val of : i32 -> k val to : k -> i32 } =
  { type k = i32 def of (x: i32) = x def to (x: i32) = x + D.d }
module a = keys { def d = 1i32 }
module b = keys { def d = 1i32 }
def main (x: i32) : i32 = a.to (b.of x)
