-- A definition without a name.
-- ==
-- error: error\[E0102\]: unexpected

def = 5
