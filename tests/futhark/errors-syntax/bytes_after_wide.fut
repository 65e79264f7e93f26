-- The place of a mistake after wide characters is counted in characters.
-- ==
-- error: :5:24

def g : []u8 = "漢字" ++ aa
