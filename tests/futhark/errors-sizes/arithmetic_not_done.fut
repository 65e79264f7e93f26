-- Sizes are not computed: a product of two numbers is no other number.
-- ==
-- error: (?s)E0501.*expected size 6, found 2 \* 3.*without arithmetic

entry main (xss: [2][3]i32) : [6]i32 = flatten xss
