-- `open` without a module.
-- ==
-- error: error\[E0102\]: unexpected

open
