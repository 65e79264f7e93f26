-- Properties of a few functions, on inputs made from their types or by generators.
-- ==
-- property: reverses sums_agree
-- property: stays_sorted transposes weighs

-- ==
-- entry: reverses
-- input { [1, 2, 3] } output { true }

#[prop]
entry reverses (xs: []i32) : bool = and (map2 (==) xs (reverse (reverse xs)))

-- Both arrays have one length.
#[prop(size(30))]
entry sums_agree [n] (xs: [n]i64, ys: [n]i64) : bool =
  i64.sum (map2 (+) xs ys) == i64.sum xs + i64.sum ys

def is_sorted [n] (xs: [n]i32) : bool =
  and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

entry sorted (size: i64) (seed: i32) : []i32 =
  map (\i -> seed % 17 + i32.i64 i * 3) (iota size)

entry shorter (xs: []i32) (random: i32) : []i32 =
  if length xs == 0 then xs else if random % 2 == 0 then init xs else tail xs

#[prop(gen(sorted), shrink(shorter), size(20i64))]
entry stays_sorted (xs: []i32) : bool = is_sorted xs && is_sorted (map (* 2) xs)

#[prop(size(64))]
entry transposes [n][m] (xss: [n][m]u8) : bool =
  n == 0 || and (map2 (\a b -> and (map2 (==) a b)) xss (transpose (transpose xss)))

type animal = #cat {age: u8} | #dog (f32, bool)

#[prop]
entry weighs (animals: []animal) : bool =
  all (\a -> match a
             case #cat {age} -> age >= 0
             case #dog (weight, _) -> weight >= -100 && weight <= 100) animals
