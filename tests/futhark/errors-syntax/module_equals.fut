-- A module's fields are definitions, not equations of a record.
-- ==
-- error: error\[E0102\]: unexpected

module m = { x = 5 }
