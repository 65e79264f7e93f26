-- Rows end to end have the product of both sizes.
-- ==
-- error: E0501.*n \* m

entry main [n] [m] (xss: [n][m]i64) : [m * n]i64 = flatten xss
