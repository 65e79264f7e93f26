-- | Arrays: traversals in parallel, and what gives arrays another shape.

-- Making arrays

-- | The numbers from 0 to `n - 1`.
#[native(iota)]
def iota (n: i64) : *[n]i64 = ???

-- | The indices of an array.
def indices [n] 't (_: [n]t) : *[n]i64 = iota n

-- | `n` times the same.
#[native(replicate)]
def replicate 't (n: i64) (x: t) : *[n]t = ???

-- | A fresh copy.
#[native(copy)]
def copy 't (x: t) : *t = ???

-- | A fresh copy, row by row in memory.
#[native(copy)]
def manifest 't (x: t) : *t = ???

-- Tuples of arrays

-- | Arrays as an array of tuples; this costs nothing.
#[native(zip)]
def zip 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

-- | As `zip`.
#[native(zip)]
def zip2 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

-- | Three arrays as an array of triples.
#[native(zip)]
def zip3 'a 'b 'c [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) : [n](a, b, c) = ???

-- | Four arrays as an array of tuples.
#[native(zip)]
def zip4 'a 'b 'c 'd [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) : [n](a, b, c, d) = ???

-- | Five arrays as an array of tuples.
#[native(zip)]
def zip5 'a 'b 'c 'd 'e [n] (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) (vs: [n]e) : [n](a, b, c, d, e) = ???

-- | An array of tuples as arrays; this costs nothing.
#[native(unzip)]
def unzip 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

-- | As `unzip`.
#[native(unzip)]
def unzip2 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

-- | An array of triples as three arrays.
#[native(unzip)]
def unzip3 'a 'b 'c [n] (xs: [n](a, b, c)) : ([n]a, [n]b, [n]c) = ???

-- | An array of tuples as four arrays.
#[native(unzip)]
def unzip4 'a 'b 'c 'd [n] (xs: [n](a, b, c, d)) : ([n]a, [n]b, [n]c, [n]d) = ???

-- | An array of tuples as five arrays.
#[native(unzip)]
def unzip5 'a 'b 'c 'd 'e [n] (xs: [n](a, b, c, d, e)) : ([n]a, [n]b, [n]c, [n]d, [n]e) = ???

-- Traversals

-- | The function on every element.
#[native(map)]
def map 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = ???

-- | As `map`.
def map1 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = map f xs

-- | The function on the elements of two arrays, position by position.
def map2 'a 'b [n] 'x (f: a -> b -> x) (xs: [n]a) (ys: [n]b) : *[n]x =
  map (\(x, y) -> f x y) (zip2 xs ys)

-- | The function on the elements of three arrays.
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (xs: [n]a) (ys: [n]b) (zs: [n]c) : *[n]x =
  map (\(x, y, z) -> f x y z) (zip3 xs ys zs)

-- | The function on the elements of four arrays.
def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) : *[n]x =
  map (\(x, y, z, w) -> f x y z w) (zip4 xs ys zs ws)

-- | The function on the elements of five arrays.
def map5 'a 'b 'c 'd 'e [n] 'x (f: a -> b -> c -> d -> e -> x)
         (xs: [n]a) (ys: [n]b) (zs: [n]c) (ws: [n]d) (vs: [n]e) : *[n]x =
  map (\(x, y, z, w, v) -> f x y z w v) (zip5 xs ys zs ws vs)

-- | All elements combined by an associative operator, whose neutral element is `ne`.
#[native(reduce)]
def reduce [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

-- | As `reduce`, with an operator that is commutative too.
#[native(reduce_comm)]
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

-- | The reductions of all prefixes, each with its last element.
#[native(scan)]
def scan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a = ???

-- | The reductions of all prefixes, each without its last element.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a =
  let ys = scan op ne xs
  in map (\i -> if i == 0 then ne else ys[i - 1]) (iota n)

-- | The elements for which `p` holds, in order.
#[native(filter)]
def filter [n] 'a (p: a -> bool) (xs: [n]a) : *[]a = ???

-- | The elements for which `p` holds, and the others.
def partition [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].([k]a, [n - k]a) =
  let [k] (yes: [k]a) = filter p xs
  in (yes, filter (\x -> !(p x)) xs :> [n - k]a)

-- | Three parts: for which `p` holds, for which only `q` holds, the rest.
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

-- | `dest` with `vs` written at the positions `is`; positions out of range are ignored.
#[native(scatter)]
def scatter 'a [k] [n] (dest: *[k]a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

-- | As `scatter`, at rows and columns.
#[native(scatter)]
def scatter_2d 'a [k] [m] [n] (dest: *[k][m]a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

-- | As `scatter`, in three dimensions.
#[native(scatter)]
def scatter_3d 'a [k] [m] [o] [n] (dest: *[k][m][o]a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

-- | An array of `k` elements `x`, with `vs` written at the positions `is`.
def spread 'a [n] (k: i64) (x: a) (is: [n]i64) (vs: [n]a) : *[k]a = scatter (replicate k x) is vs

-- | `dest` with each of `vs` combined into the element at its position; positions out of range are ignored.
#[native(reduce_by_index)]
def reduce_by_index 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

-- | As `reduce_by_index`, at rows and columns.
#[native(reduce_by_index)]
def reduce_by_index_2d 'a [k] [m] [n]
    (dest: *[k][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

-- | As `reduce_by_index`, in three dimensions.
#[native(reduce_by_index)]
def reduce_by_index_3d 'a [k] [m] [o] [n]
    (dest: *[k][m][o]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

-- | `k` bins that start from the neutral element, with each of `vs` combined into the bin at its position.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (vs: [n]a) : *[k]a =
  reduce_by_index (replicate k ne) op ne is vs

-- | As `replicate`, as often as the context says.
def rep 't [n] (x: t) : *[n]t = replicate n x

-- | The function on the numbers from 0 to `n - 1`.
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)

-- | The function on all pairs of numbers from 0 to `n - 1` and to `m - 1`.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  map (\i -> map (\j -> f i j) (iota m)) (iota n)

-- | The function on all triples of numbers below `n`, `m` and `o`.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  map (\i -> map (\j -> map (\k -> f i j k) (iota o)) (iota m)) (iota n)

-- Parts and sizes

-- | The number of elements.
def length [n] 't (_: [n]t) : i64 = n

-- | Whether there are no elements.
def null [n] 't (_: [n]t) : bool = n == 0

-- | The first element.
def head [n] 't (xs: [n]t) : t = xs[0]

-- | The last element.
def last [n] 't (xs: [n]t) : t = xs[n - 1]

-- | All but the first element.
def tail [n] 't (xs: [n]t) : [n - 1]t = xs[1:]

-- | All but the last element.
def init [n] 't (xs: [n]t) : [n - 1]t = xs[0:n - 1]

-- | The first `n` elements.
def take [m] 't (n: i64) (xs: [m]t) : [n]t = xs[0:n]

-- | All but the first `n` elements.
def drop [m] 't (n: i64) (xs: [m]t) : [m - n]t = xs[n:]

-- | The first `n` elements and the rest, as the type says.
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) = (xs[0:n], xs[n:n + m] :> [m]t)

-- | The array, whose size is checked to be `n`.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- Other shapes

-- | Two arrays, end to end.
#[native(concat)]
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | As `++`.
#[native(concat)]
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

-- | Last element first.
def reverse [n] 't (xs: [n]t) : [n]t = xs[::-1] :> [n]t

-- | Element `i` is the one that was at `i + r`, around the end.
def rotate [n] 't (r: i64) (xs: [n]t) : [n]t =
  let k = if n == 0 then 0 else r % n
  in map (\i -> xs[(i + k) % n]) (iota n)

-- | Rows and columns exchanged.
#[native(transpose)]
def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = ???

-- | The rows, end to end.
#[native(flatten)]
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = ???

-- | As `flatten`, of three dimensions.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)

-- | As `flatten`, of four dimensions.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t = flatten (flatten_3d xs)

-- | The array as rows, as the type says.
#[native(unflatten)]
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

-- | The array in three dimensions, as the type says.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t = unflatten (unflatten xs)

-- | The array in four dimensions, as the type says.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t = unflatten (unflatten_3d xs)

-- In order

-- | The elements combined from the left, one after the other.
def foldl 'a 'b [n] (f: a -> b -> a) (acc: a) (xs: [n]b) : a = loop acc for x in xs do f acc x

-- | The elements combined from the right, one after the other.
def foldr 'a 'b [n] (f: b -> a -> a) (acc: a) (xs: [n]b) : a = loop acc for i < n do f xs[n - 1 - i] acc
