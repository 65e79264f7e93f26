-- passes: short-circuit
-- What stays where it is: an array that is used when its copy has been changed, one whose new place is read until it is copied, one
-- whose size is known only once it is there, and one whose new place is there only if an assertion holds that comes later.
def used [n] (xs: [n]i64) : ([]i64, i64) =
  let a = scan (+) 0 xs
  let b = a ++ [1]
  let b = b with [0] = 7
  in (b, reduce i64.max 0 (map2 (*) a (scan (+) 1 a)))

def shifted [n] (xs: *[n]i64) : [n]i64 =
  loop xs = xs for i < 3 do
    let next = map (\j -> xs[(j + 1) % n] + i) (iota (n - 1))
    in xs with [0:n - 1] = next

def kept [n] (xs: [n]i64) : []i64 = filter (> 2) xs ++ xs

entry assured (n: i64) (m: i64) : []i64 = scan (+) 0 (iota n) ++ replicate m 7

entry all : ([]i64, i64, []i64, []i64) =
  let (a, b) = used [1, 2, 3]
  in (a, b, shifted [4, 5, 6, 7], kept [1, 2, 3, 4])
