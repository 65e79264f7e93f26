-- Records of functions as dictionaries and lenses, passed, made and joined; numbers of Church.
-- ==
-- entry: powers
-- input { 3i64 0i64 }
-- output { 1i64 1001i64 1000i64 }
-- input { 2i64 10i64 }
-- output { 1024i64 1024002i64 14070i64 }
-- input { 5i64 7i64 }
-- output { 78125i64 78125005i64 52093i64 }

-- ==
-- entry: derivative
-- input { empty([0]i64) 3i64 }
-- output { 0i64 0i64 }
-- input { [4i64] 2i64 }
-- output { 4i64 0i64 }
-- input { [1i64, -2i64, 0i64, 5i64] 3i64 }
-- output { 130i64 133i64 }

-- ==
-- entry: fibonacci
-- input { 0i64 }
-- output { 0i64 }
-- input { 1i64 }
-- output { 1i64 }
-- input { 10i64 }
-- output { 55i64 }
-- input { 90i64 }
-- output { 577833i64 }

-- ==
-- entry: moved
-- input { 5i64 1i32 2i32 }
-- output { 29i64 1i32 102i32 }

-- ==
-- entry: church
-- input { 1i64 }
-- output { 37i64 }

-- ==
-- entry: continued
-- input { [4i64] }
-- output { 0i64 }
-- input { [1i64, 2i64, 3i64] }
-- output { 3i64 }
-- input { [-5i64, 2i64] }
-- output { 5i64 }

-- Dictionaries of functions, as records.
type^ num 'a = {zero: a, one: a, add: a -> a -> a, mul: a -> a -> a, show: a -> i64}
type^ lens 's 'a = {get: s -> a, set: a -> s -> s}

def i64_num : num i64 = {zero = 0, one = 1, add = (+), mul = (*), show = id}
def mod_num (m: i64) : num i64 =
  {zero = 0, one = 1 % m, add = \x y -> (x + y) % m, mul = \x y -> (x * y) % m, show = id}
def pair_num 'a 'b (f: num a) (g: num b) : num (a, b) =
  { zero = (f.zero, g.zero), one = (f.one, g.one)
  , add = \(a, b) (c, d) -> (f.add a c, g.add b d)
  , mul = \(a, b) (c, d) -> (f.mul a c, g.mul b d)
  , show = \(a, b) -> 1000 * f.show a + g.show b }
def dual_num 'a (f: num a) : num (a, a) =
  { zero = (f.zero, f.zero), one = (f.one, f.zero)
  , add = \(a, a') (b, b') -> (f.add a b, f.add a' b')
  , mul = \(a, a') (b, b') -> (f.mul a b, f.add (f.mul a b') (f.mul a' b))
  , show = \(a, a') -> 1000 * f.show a + f.show a' }

def power 'a (n: num a) (x: a) (k: i64) : a =
  (loop (r, b, k) = (n.one, x, k) while k > 0 do
     (if k % 2 == 1 then n.mul r b else r, n.mul b b, k / 2)).0

def polynomial 'a [k] (n: num a) (cs: [k]a) (x: a) : a =
  foldr (\c acc -> n.add c (n.mul x acc)) n.zero cs

def matrix_num 'a (k: i64) (n: num a) : num ([k][k]a) =
  { zero = replicate k (replicate k n.zero)
  , one = tabulate_2d k k (\i j -> if i == j then n.one else n.zero)
  , add = map2 (map2 n.add)
  , mul = \a b -> map (\r -> map (\c -> reduce n.add n.zero (map2 n.mul r c)) (transpose b)) a
  , show = \a -> n.show (reduce n.add n.zero (flatten a)) }

def (|.|) 's 'a 'b (f: lens s a) (g: lens a b) : lens s b =
  {get = \s -> g.get (f.get s), set = \b s -> f.set (g.set b (f.get s)) s}
def over 's 'a (l: lens s a) (f: a -> a) (s: s) : s = l.set (f (l.get s)) s

type address = {street: i64, zip: (i32, i32)}
type person = {name: i64, home: address}
def home : lens person address = {get = (.home), set = \a p -> p with home = a}
def zip_code : lens address (i32, i32) = {get = (.zip), set = \z a -> a with zip = z}
def snd 'a 'b : lens (a, b) b = {get = (.1), set = \b p -> (p.0, b)}

-- Church's numbers, at one type.
type^ church = (i64 -> i64) -> i64 -> i64
def two : church = \f x -> f (f x)
def plus (a: church) (b: church) : church = \f x -> a f (b f x)
def times (a: church) (b: church) : church = \f -> a (b f)

-- A writer of numbers in the style of continuations.
def with_sum 'r (xs: []i64) (k: i64 -> r) : r = k (i64.sum xs)
def with_max 'r (xs: []i64) (k: i64 -> r) : r = k (i64.maximum xs)

entry powers (x: i64) (k: i64) : (i64, i64, i64) =
  let n = pair_num i64_num (mod_num 7)
  in (power i64_num x k, n.show (power n (x, x) k), (dual_num (mod_num 101)).show (power (dual_num (mod_num 101)) (x, 1) k))

entry derivative [k] (cs: [k]i64) (x: i64) : (i64, i64) =
  polynomial (dual_num i64_num) (map (\c -> (c, 0)) cs) (x, 1)

entry fibonacci (n: i64) : i64 =
  let m = matrix_num 2 (mod_num 1000007)
  in (power m ([[1, 1], [1, 0]] :> [2][2]i64) n)[0, 1]

entry moved (name: i64) (a: i32) (b: i32) : (i64, i32, i32) =
  let p = {name, home = {street = 12, zip = (a, b)}}
  let p = over (home |.| zip_code |.| snd) (+ 100) p
  let p = over (home |.| {get = (.street), set = \s (a: address) -> a with street = s}) (* 2) p
  in (p.name + p.home.street, p.home.zip.0, p.home.zip.1)

entry church (x: i64) : i64 = times (plus two two) (plus two (\f -> f)) (+ 3) x

entry continued (xs: []i64) : i64 = with_sum xs (\s -> with_max xs (\m -> if s > m then s - m else m - s))
