-- In expected messages a line break is a character like others.
-- ==
-- input { 0 } error: ^Error: .*zero.*patterns\.fut

def main (x: i32) : i32 = 1 / x
