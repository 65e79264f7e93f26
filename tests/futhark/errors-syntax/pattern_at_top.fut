-- A definition at top level has no pattern.
-- ==
-- error: error\[E0102\]: unexpected `\(`

def (a, b) = (1, 2)
