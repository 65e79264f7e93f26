-- A parameter whose size is left open has no size that only itself or a later parameter tells.
-- ==
-- error: :6:50.*length xs \+ 1(.|\n)*:7:46.*length xs(.|\n)*:8:52

def of_size (n: i64) (xs: [n]i32) = xs
def larger (xs: []i32) = of_size (length xs + 1) xs
def itself (xs: []i32) (ys: []i32) : []i32 = (ys :> [length xs]i32) |> map2 (+) xs
def later (xs: []i32) (n: i64) : []i32 = of_size n xs
def earlier (n: i64) (xs: []i32) : []i32 = of_size n xs
