-- Optional values and alternatives as polymorphic sums, with the usual functions in a module.
-- ==
-- entry: quotients
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [6i32] [2i32] }
-- output { [3i32] }
-- input { [7i32, -7i32, 5i32, 9i32] [2i32, 2i32, 0i32, -4i32] }
-- output { [3i32, -4i32, -3i32] }

-- ==
-- entry: all_quotients
-- input { empty([0]i32) empty([0]i32) }
-- output { true empty([0]i32) }
-- input { [6i32] [2i32] }
-- output { true [3i32] }
-- input { [7i32, -7i32, 5i32, 9i32] [2i32, 2i32, 0i32, -4i32] }
-- output { false [-1i32, -1i32, -1i32, -1i32] }

-- ==
-- entry: first_greater
-- input { 0i32 empty([0]i32) }
-- output { -1i32 }
-- input { 3i32 [1i32, 2i32] }
-- output { -1i32 }
-- input { 3i32 [1i32, 5i32, 9i32, 2i32] }
-- output { 10i32 }

-- ==
-- entry: split_text
-- input { empty([0]u8) }
-- output { empty([0]i32) empty([0]u8) }
-- input { [97u8, 49u8, 98u8, 50u8, 50u8] }
-- output { [1i32, 2i32, 2i32] [97u8, 98u8] }
-- input { [57u8, 57u8] }
-- output { [9i32, 9i32] empty([0]u8) }

-- ==
-- entry: parse
-- input { empty([0]u8) }
-- output { -1i32 }
-- input { [55u8] }
-- output { 143i32 }
-- input { [49u8, 50u8, 120u8] }
-- output { -1i32 }
-- input { [48u8] }
-- output { -1i32 }
-- input { [50u8, 53u8, 48u8] }
-- output { 5i32 }

-- ==
-- entry: areas
-- input { empty([0]i32) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [0i32, 1i32, 5i32, 4i32] [1.0f64, 2.0f64, 1.5f64, 3.0f64] }
-- output { [3.141592653589793f64, 6.0f64, 3.8710741513251756f64, 9.000000000000002f64] }

type option 'a = #none | #some a
type either 'a 'b = #left a | #right b

module option = {
  def map 'a 'b (f: a -> b) (o: option a) : option b =
    match o case #none -> #none case #some x -> #some (f x)
  def bind 'a 'b (o: option a) (f: a -> option b) : option b =
    match o case #none -> #none case #some x -> f x
  def or_else 'a (x: a) (o: option a) : a = match o case #none -> x case #some y -> y
  def is_some 'a (o: option a) : bool = match o case #none -> false case #some _ -> true
  def first 'a (a: option a) (b: option a) : option a = match a case #none -> b case _ -> a
  def from_bool 'a (b: bool) (x: a) : option a = if b then #some x else #none
}

def cat_options [n] 'a (dummy: a) (xs: [n](option a)) : []a =
  filter option.is_some xs |> map (option.or_else dummy)

def partition_eithers [n] 'a 'b (a: a) (b: b) (xs: [n](either a b)) : ([]a, []b) =
  let is_left (x: either a b) = match x case #left _ -> true case #right _ -> false
  let (ls, rs) = partition is_left xs
  in ( map (\(x: either a b) -> match x case #left y -> y case #right _ -> a) ls
     , map (\(x: either a b) -> match x case #right y -> y case #left _ -> b) rs)

def find [n] 'a (p: a -> bool) (xs: [n]a) : option a =
  map (\x -> option.from_bool (p x) x) xs |> reduce option.first #none

def traverse [n] 'a 'b (dummy: b) (f: a -> option b) (xs: [n]a) : option ([n]b) =
  let ys = map f xs
  in if all option.is_some ys then #some (map (option.or_else dummy) ys) else #none

def safe_div (x: i32) (y: i32) : option i32 = if y == 0 then #none else #some (x / y)

-- Numbers read from digits, all or nothing.
def digit (c: u8) : either i32 u8 =
  if c >= '0' && c <= '9' then #left (i32.u8 (c - '0')) else #right c

def number (text: []u8) : option i32 =
  let [n] (text: [n]u8) = text
  in if n == 0 then #none else
     match traverse 0 (\c -> match digit c case #left d -> #some d case #right _ -> #none) text
  case #none -> #none
  case #some ds -> #some (foldl (\acc d -> acc * 10 + d) 0 ds)

type shape = #circle f64 | #rectangle {w: f64, h: f64} | #polygon i32 f64
def area (s: shape) : f64 =
  match s
  case #circle r -> f64.pi * r * r
  case #rectangle {w, h} -> w * h
  case #polygon sides len ->
    let n = f64.i32 sides in n * len * len / (4 * f64.tan (f64.pi / n))

entry quotients [n] (xs: [n]i32) (ys: [n]i32) : []i32 =
  map2 safe_div xs ys |> cat_options 0

entry all_quotients [n] (xs: [n]i32) (ys: [n]i32) : (bool, [n]i32) =
  match traverse 0 (uncurry safe_div) (zip xs ys)
  case #none -> (false, replicate n (-1))
  case #some qs -> (true, qs)

entry first_greater (limit: i32) (xs: []i32) : i32 =
  find (> limit) xs |> option.map (* 2) |> option.or_else (-1)

entry split_text (text: []u8) : ([]i32, []u8) = partition_eithers 0 ' ' (map digit text)

entry parse (text: []u8) : i32 =
  option.(bind (number text) (safe_div 1000)
          |> map (\x -> x + 1)
          |> or_else (-1))

entry areas [n] (kinds: [n]i32) (sizes: [n]f64) : [n]f64 =
  let mk k x : shape =
    if k == 0 then #circle x else if k == 1 then #rectangle {w = x, h = x + 1} else #polygon k x
  in map2 mk kinds sizes |> map area
