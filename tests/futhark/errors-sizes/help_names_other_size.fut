-- A size without a name must get one before it can be claimed; `k` is taken.
-- ==
-- error: expected the size of `filter \(> 0\) xs`, found n(.|\n)*`let \[l\] \(ys: \[l\]t\) = \.\.`, and write `:> \[l\]t`

def f [n] (xs: []i32) (k: [n]i32) = zip (filter (> 0) xs) k
