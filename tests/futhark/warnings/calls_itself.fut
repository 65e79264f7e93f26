-- A definition that calls itself hides an outer one of its name; one that says no types does not call itself.
-- ==
-- warning: `null` calls itself, not the outer `null`.*calls_itself\.fut:5:63
-- input { 0 } output { true }
def null (x: i32) : bool = if x > 0 then false else x == 0 || null (x + 1)
def main (x: i32) : bool = null x
