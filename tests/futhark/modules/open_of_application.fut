-- `open` of an application, and of an ascribed structure.
-- ==
-- input { 1 } output { 6 }

module plus (P: { val n : i32 }) = { def plus (x: i32) = x + P.n }
open plus { def n = 2i32 }
open ({ def three = 3i32 def hidden = 1i32 } : { val three : i32 })

def main (x: i32) : i32 = plus x + three
