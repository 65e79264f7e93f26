import "order"

module type sorting = { type t val sort [n] : [n]t -> [n]t }

-- | Sorts by keys; stable.
def radix_sort_by_key [n] 'a 'k (num_bits: i32) (get_bit: i32 -> k -> i32) (key: a -> k) (xs: [n]a) : [n]a =
  let step (xs: [n]a) (b: i32) : [n]a =
    let bits = map (\x -> get_bit b (key x)) xs
    let zeros = map (1 -) bits
    let offset = reduce (+) 0 zeros
    let to0 = scan (+) 0 zeros
    let to1 = map (+ offset) (scan (+) 0 bits)
    let is = map3 (\b z o -> if b == 0 then z - 1 else o - 1) bits to0 to1
    in scatter (copy xs) (map i64.i32 is) xs
  in loop xs for b < num_bits do step xs b

module radix_sort (B: bits) : sorting with t = B.t = {
  type t = B.t
  def sort [n] (xs: [n]t) : [n]t = radix_sort_by_key B.num_bits B.get_bit id xs
}

module merge_sort (O: order) : sorting with t = O.t = {
  type t = O.t
  local def rank [n] (strict: bool) (xs: [n]t) (y: t) : i64 =
    let before x = if strict then !(y O.<= x) else x O.<= y
    let (lo, _) = loop (lo, hi) = (0, n) while lo < hi do
                    let m = (lo + hi) / 2
                    in if before xs[m] then (m + 1, hi) else (lo, m)
    in lo
  local def merge [n][m] (xs: [n]t) (ys: [m]t) : *[n + m]t =
    let is = map2 (\i x -> i + rank true ys x) (iota n) xs
    let js = map2 (\j y -> j + rank false xs y) (iota m) ys
    let all = xs ++ ys
    in scatter (copy all) (is ++ js) all
  def sort [n] (xs: [n]t) : [n]t =
    let (xs, _) =
      loop (xs, width) = (xs, 1) while width < n do
        let run xs a = merge xs[a:i64.min n (a + width)] xs[i64.min n (a + width):i64.min n (a + 2 * width)]
        let out = loop (out, a) = (copy xs, 0) while a < n do
                    let part = run xs a
                    in (out with [a:a + length part] = part, a + 2 * width)
        in (out.0, 2 * width)
    in xs
}

-- | Bitonic: the length is filled up to a power of two by the largest element.
module bitonic_sort (O: order) : sorting with t = O.t = {
  type t = O.t
  def sort [n] (xs: [n]t) : [n]t =
    if n == 0 then xs else
    let top = reduce (\x y -> if x O.<= y then y else x) xs[0] xs
    let d = 64 - i64.i32 (i64.clz (n - 1))
    let m = 1 << d
    let ys = loop ys = xs ++ replicate (m - n) top :> [m]t for i < d do
               loop ys for j < i + 1 do
                 let h = 1 << (i - j)
                 in tabulate m (\a ->
                      let b = a ^ h
                      let up = (a >> (i + 1)) & 1 == 0
                      let swap = if a < b then !(ys[a] O.<= ys[b]) else !(ys[b] O.<= ys[a])
                      in if (up && swap) || (!up && !swap && !(ys[a] O.<= ys[b] && ys[b] O.<= ys[a])) then ys[b] else ys[a])
    in take n ys
}
