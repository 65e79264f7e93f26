-- `import` is no expression.
-- ==
-- error: E0102

entry main : i32 = (import "lib/base").inner
