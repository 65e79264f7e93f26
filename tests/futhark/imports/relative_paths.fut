-- Paths start at the importing file's folder, and go up with `..`.
-- ==
-- input { } output { 4.0 40 }

import "lib/up"

def main : (f64, i32) = (four, shared)
