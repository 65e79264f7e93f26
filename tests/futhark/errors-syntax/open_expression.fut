-- `local` belongs before a definition.
-- ==
-- error: error\[E0102\]: unexpected

local 5
