-- A parameter with a lifted type.
-- ==
-- input { 2 } output { 9 }

module type state = { type^ s val make : i32 -> s val run : s -> i32 }
module add_one (S: state) = { def run (s: S.s) : i32 = S.run s + 1 }
module m = add_one { type^ s = () -> i32 def make (x: i32) : s = \() -> x def run (f: s) : i32 = f () }

def main (x: i32) : i32 = m.run (\() -> x * 4)
