-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- What is counted is computed where it is counted.
entry main : [3]i32 = hist (+) 0 3 (map (\x -> x * x % 3) (iota 8)) (map (const 1) (iota 8))
