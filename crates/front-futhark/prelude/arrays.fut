-- | Array functions: parallel traversals, and functions that change the shape of arrays.

-- Making arrays

-- | Returns the numbers from 0 to `n - 1`.
#[native(iota)]
def iota (n: i64) : *[n]i64 = ???

-- | Returns the indices of an array.
def indices [n] 't (_: [n]t) : *[n]i64 = iota n

-- | Returns an array of `n` equal elements.
#[native(replicate)]
def replicate 't (n: i64) (x: t) : *[n]t = ???

-- | Returns a fresh copy.
#[native(copy)]
def copy 't (x: t) : *t = ???

-- | Returns a fresh copy whose rows are contiguous in memory.
#[native(copy)]
def manifest 't (x: t) : *t = ???

-- Tuples of arrays

-- | Combines two arrays to an array of pairs. This costs nothing.
#[native(zip)]
def zip 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

-- | Same as `zip`.
#[native(zip)]
def zip2 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

-- | Combines three arrays to an array of triples.
#[native(zip)]
def zip3 'a 'b 'c [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) : [n](a, b, c) = ???

-- | Combines four arrays to an array of tuples.
#[native(zip)]
def zip4 'a 'b 'c 'd [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) : [n](a, b, c, d) = ???

-- | Combines five arrays to an array of tuples.
#[native(zip)]
def zip5 'a 'b 'c 'd 'e [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) (vs: [n]e) : [n](a, b, c, d, e) = ???

-- | Splits an array of pairs into two arrays. This costs nothing.
#[native(unzip)]
def unzip 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

-- | Same as `unzip`.
#[native(unzip)]
def unzip2 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

-- | Splits an array of triples into three arrays.
#[native(unzip)]
def unzip3 'a 'b 'c [n] (xs: [n](a, b, c)) : ([n]a, [n]b, [n]c) = ???

-- | Splits an array of tuples into four arrays.
#[native(unzip)]
def unzip4 'a 'b 'c 'd [n] (xs: [n](a, b, c, d)) : ([n]a, [n]b, [n]c, [n]d) = ???

-- | Splits an array of tuples into five arrays.
#[native(unzip)]
def unzip5 'a 'b 'c 'd 'e [n] (xs: [n](a, b, c, d, e)) : ([n]a, [n]b, [n]c, [n]d, [n]e) = ???

-- Traversals

-- | Applies the function to every element.
#[native(map)]
def map 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = ???

-- | Same as `map`.
def map1 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = map f xs

-- | Applies the function to the elements of two arrays at each position.
def map2 'a 'b [n] 'x (f: a -> b -> x) (xs: [n]a) (ys: [n]b) : *[n]x =
  map (\(x, y) -> f x y) (zip2 xs ys)

-- | Applies the function to the elements of three arrays at each position.
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (xs: [n]a) (ys: [n]b) (zs: [n]c) : *[n]x =
  map (\(x, y, z) -> f x y z) (zip3 xs ys zs)

-- | Applies the function to the elements of four arrays at each position.
def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) : *[n]x =
  map (\(x, y, z, w) -> f x y z w) (zip4 xs ys zs ws)

-- | Applies the function to the elements of five arrays at each position.
def map5 'a 'b 'c 'd 'e [n] 'x (f: a -> b -> c -> d -> e -> x)
         (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) (vs: [n]e) : *[n]x =
  map (\(x, y, z, w, v) -> f x y z w v) (zip5 xs ys zs ws vs)

-- | Combines all elements by an associative operator with the neutral element `ne`.
#[native(reduce)]
def reduce [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

-- | Same as `reduce`, for an operator that is also commutative.
#[native(reduce_comm)]
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

-- | Returns the inclusive scan: element `i` combines the elements up to and including `i`.
#[native(scan)]
def scan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a = ???

-- | Returns the exclusive scan: element `i` combines the elements before `i`.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a =
  let ys = scan op ne xs
  in map (\i -> if i == 0 then ne else ys[i - 1]) (iota n)

-- | Returns the elements for which `p` holds, in order.
#[native(filter)]
def filter [n] 'a (p: a -> bool) (xs: [n]a) : *[]a = ???

-- | Returns the elements for which `p` holds, and the others, both in order.
def partition [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].([k]a, [n - k]a) =
  let [k] (yes: [k]a) = filter p xs
  in (yes, filter (\x -> !(p x)) xs :> [n - k]a)

-- | Returns the elements for which `p` holds, those for which only `q` holds, and the rest, all in order.
def partition2 [n] 'a (p: a -> bool) (q: a -> bool) (xs: [n]a) : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let [k] (first: [k]a) = filter p xs
  let [l] (second: [l]a) = filter (\x -> !(p x) && q x) xs
  in (first, second, filter (\x -> !(p x) && !(q x)) xs :> [n - k - l]a)

-- | Whether `p` holds for all elements.
def all [n] 'a (p: a -> bool) (xs: [n]a) : bool = reduce_comm (\x y -> x && y) true (map p xs)

-- | Whether `p` holds for some element.
def any [n] 'a (p: a -> bool) (xs: [n]a) : bool = reduce_comm (\x y -> x || y) false (map p xs)

-- | Whether all elements are true.
def and [n] (xs: [n]bool) : bool = all id xs

-- | Whether some element is true.
def or [n] (xs: [n]bool) : bool = any id xs

-- | Returns `dest` with the values `vs` written at the positions `is`. Positions out of range are ignored.
#[native(scatter)]
def scatter 'a [k] [n] (dest: *[k]a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

-- | Same as `scatter`, for two dimensions.
#[native(scatter)]
def scatter_2d 'a [k] [m] [n] (dest: *[k][m]a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

-- | Same as `scatter`, for three dimensions.
#[native(scatter)]
def scatter_3d 'a [k] [m] [o] [n] (dest: *[k][m][o]a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

-- | Returns an array of `k` elements `x`, with the values `vs` written at the positions `is`.
def spread 'a [n] (k: i64) (x: a) (is: [n]i64) (vs: [n]a) : *[k]a = scatter (replicate k x) is vs

-- | Returns `dest` with each value of `vs` combined into its position. Positions out of range are ignored.
#[native(reduce_by_index)]
def reduce_by_index 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

-- | Same as `reduce_by_index`, for two dimensions.
#[native(reduce_by_index)]
def reduce_by_index_2d 'a [k] [m] [n]
    (dest: *[k][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

-- | Same as `reduce_by_index`, for three dimensions.
#[native(reduce_by_index)]
def reduce_by_index_3d 'a [k] [m] [o] [n]
    (dest: *[k][m][o]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

-- | Returns `k` bins that start from `ne`, with each value of `vs` combined into the bin at its position.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (vs: [n]a) : *[k]a =
  reduce_by_index (replicate k ne) op ne is vs

-- | Same as `replicate`, with the number taken from the result's type.
def rep 't [n] (x: t) : *[n]t = replicate n x

-- | Applies the function to the numbers from 0 to `n - 1`.
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)

-- | Applies the function to all pairs of numbers below `n` and `m`.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  map (\i -> map (\j -> f i j) (iota m)) (iota n)

-- | Applies the function to all triples of numbers below `n`, `m` and `o`.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  map (\i -> map (\j -> map (\k -> f i j k) (iota o)) (iota m)) (iota n)

-- Parts and sizes

-- | Returns the number of elements.
def length [n] 't (_: [n]t) : i64 = n

-- | Whether there are no elements.
def null [n] 't (_: [n]t) : bool = n == 0

-- | Returns the first element.
def head [n] 't (xs: [n]t) : t = xs[0]

-- | Returns the last element.
def last [n] 't (xs: [n]t) : t = xs[n - 1]

-- | Returns all elements except the first.
def tail [n] 't (xs: [n]t) : [n - 1]t = xs[1:]

-- | Returns all elements except the last.
def init [n] 't (xs: [n]t) : [n - 1]t = xs[0:n - 1]

-- | Returns the first `n` elements.
def take [m] 't (n: i64) (xs: [m]t) : [n]t = xs[0:n]

-- | Returns all elements except the first `n`.
def drop [m] 't (n: i64) (xs: [m]t) : [m - n]t = xs[n:]

-- | Returns the first `n` elements and the rest. `n` is taken from the result's type.
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) = (xs[0:n], xs[n:n + m] :> [m]t)

-- | Returns the array after checking that its size is `n`.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- Other shapes

-- | Concatenates two arrays.
#[native(concat)]
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | Same as `++`.
#[native(concat)]
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | Returns the elements in reverse order.
def reverse [n] 't (xs: [n]t) : [n]t = xs[::-1] :> [n]t

-- | Rotates the array to the left by `r`: element `i` is element `i + r` of `xs`, modulo the size.
def rotate [n] 't (r: i64) (xs: [n]t) : [n]t =
  let k = if n == 0 then 0 else r % n
  in map (\i -> xs[(i + k) % n]) (iota n)

-- | Exchanges rows and columns.
#[native(transpose)]
def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = ???

-- | Concatenates the rows.
#[native(flatten)]
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = ???

-- | Same as `flatten`, for three dimensions.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)

-- | Same as `flatten`, for four dimensions.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t = flatten (flatten_3d xs)

-- | Splits the array into rows. Their number and size are taken from the result's type.
#[native(unflatten)]
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

-- | Same as `unflatten`, to three dimensions.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t = unflatten (unflatten xs)

-- | Same as `unflatten`, to four dimensions.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t = unflatten (unflatten_3d xs)

-- In order

-- | Combines the elements from the left, one after the other.
def foldl 'a 'b [n] (f: a -> b -> a) (acc: a) (xs: [n]b) : a = loop acc for x in xs do f acc x

-- | Combines the elements from the right, one after the other.
def foldr 'a 'b [n] (f: b -> a -> a) (acc: a) (xs: [n]b) : a = loop acc for i < n do f xs[n - 1 - i] acc
