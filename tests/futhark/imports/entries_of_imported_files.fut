-- What an imported file marks as an entry point is an ordinary definition: only this `main` can be called.
-- ==
-- input { 2.0 } output { 19.0 }

module v = import "lib/vector"

def main (x: f64) : f64 = v.not_an_entry x + f64.i32 v.main
