-- sizes: 8
-- The edges of the example, in a picture of stripes.
module edges = import "../../examples/edges/edges"

entry main (n: i64) : [n][n]u8 =
  edges.main (tabulate_2d n n (\i j -> u8.i64 ((i * j / 3) % 256)))
