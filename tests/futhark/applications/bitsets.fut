-- Sets of small numbers as bits in words of any integral type; the type knows its bound by a unit array.
-- ==
-- entry: both_ways
-- input { 0i64 empty([0]i64) }
-- output { empty([0]i64) 0i64 }
-- input { 1i64 [0i64] }
-- output { [0i64] 1i64 }
-- input { 9i64 [3i64, 8i64, 3i64, 20i64, -1i64] }
-- output { [3i64, 8i64] 2i64 }
-- input { 130i64 [41i64, 45i64, 38i64, 83i64, 126i64, 86i64, 66i64, 1i64, 43i64, 1i64, 79i64, 30i64, 28i64, 124i64, 123i64, 19i64, 62i64, 105i64, 75i64, 91i64, 58i64, 46i64, 0i64, 13i64, 80i64, 119i64, 78i64, 129i64, 112i64, 113i64] }
-- output { [0i64, 1i64, 13i64, 19i64, 28i64, 30i64, 38i64, 41i64, 43i64, 45i64, 46i64, 58i64, 62i64, 66i64, 75i64, 78i64, 79i64, 80i64, 83i64, 86i64, 91i64, 105i64, 112i64, 113i64, 119i64, 123i64, 124i64, 126i64, 129i64] 29i64 }

-- ==
-- entry: algebra
-- input { 0i64 empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { 1i64 [0i64] empty([0]i64) }
-- output { [0i64] empty([0]i64) empty([0]i64) }
-- input { 9i64 [3i64, 8i64, 3i64, 20i64, -1i64] [0i64, 3i64, 8i64] }
-- output { [0i64, 3i64, 8i64] [3i64, 8i64] [0i64, 1i64, 2i64, 4i64, 5i64, 6i64, 7i64] }
-- input { 130i64 [41i64, 45i64, 38i64, 83i64, 126i64, 86i64, 66i64, 1i64, 43i64, 1i64, 79i64, 30i64, 28i64, 124i64, 123i64, 19i64, 62i64, 105i64, 75i64, 91i64, 58i64, 46i64, 0i64, 13i64, 80i64, 119i64, 78i64, 129i64, 112i64, 113i64] [100i64, 36i64, 64i64, 92i64, 87i64, 34i64, 110i64, 21i64, 36i64, 45i64, 73i64, 95i64, 50i64, 89i64, 23i64, 19i64, 103i64, 45i64, 84i64, 95i64, 83i64, 44i64, 76i64, 5i64, 5i64, 22i64, 91i64, 25i64, 40i64, 46i64, 126i64, 19i64, 29i64, 44i64, 122i64, 56i64, 77i64, 103i64, 60i64, 125i64] }
-- output { [0i64, 1i64, 5i64, 13i64, 19i64, 21i64, 22i64, 23i64, 25i64, 28i64, 29i64, 30i64, 34i64, 36i64, 38i64, 40i64, 41i64, 43i64, 44i64, 45i64, 46i64, 50i64, 56i64, 58i64, 60i64, 62i64, 64i64, 66i64, 73i64, 75i64, 76i64, 77i64, 78i64, 79i64, 80i64, 83i64, 84i64, 86i64, 87i64, 89i64, 91i64, 92i64, 95i64, 100i64, 103i64, 105i64, 110i64, 112i64, 113i64, 119i64, 122i64, 123i64, 124i64, 125i64, 126i64, 129i64] [19i64, 45i64, 46i64, 83i64, 91i64, 126i64] [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 14i64, 15i64, 16i64, 17i64, 18i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 29i64, 31i64, 32i64, 33i64, 34i64, 35i64, 36i64, 37i64, 39i64, 40i64, 42i64, 44i64, 47i64, 48i64, 49i64, 50i64, 51i64, 52i64, 53i64, 54i64, 55i64, 56i64, 57i64, 59i64, 60i64, 61i64, 63i64, 64i64, 65i64, 67i64, 68i64, 69i64, 70i64, 71i64, 72i64, 73i64, 74i64, 76i64, 77i64, 81i64, 82i64, 84i64, 85i64, 87i64, 88i64, 89i64, 90i64, 92i64, 93i64, 94i64, 95i64, 96i64, 97i64, 98i64, 99i64, 100i64, 101i64, 102i64, 103i64, 104i64, 106i64, 107i64, 108i64, 109i64, 110i64, 111i64, 114i64, 115i64, 116i64, 117i64, 118i64, 120i64, 121i64, 122i64, 125i64, 127i64, 128i64] }

-- ==
-- entry: de_morgan
-- input { 0i64 empty([0]i64) empty([0]i64) }
-- output { true }
-- input { 1i64 [0i64] empty([0]i64) }
-- output { true }
-- input { 9i64 [3i64, 8i64, 3i64, 20i64, -1i64] [0i64, 3i64, 8i64] }
-- output { true }
-- input { 130i64 [41i64, 45i64, 38i64, 83i64, 126i64, 86i64, 66i64, 1i64, 43i64, 1i64, 79i64, 30i64, 28i64, 124i64, 123i64, 19i64, 62i64, 105i64, 75i64, 91i64, 58i64, 46i64, 0i64, 13i64, 80i64, 119i64, 78i64, 129i64, 112i64, 113i64] [100i64, 36i64, 64i64, 92i64, 87i64, 34i64, 110i64, 21i64, 36i64, 45i64, 73i64, 95i64, 50i64, 89i64, 23i64, 19i64, 103i64, 45i64, 84i64, 95i64, 83i64, 44i64, 76i64, 5i64, 5i64, 22i64, 91i64, 25i64, 40i64, 46i64, 126i64, 19i64, 29i64, 44i64, 122i64, 56i64, 77i64, 103i64, 60i64, 125i64] }
-- output { true }

-- ==
-- entry: primes
-- input { 0i64 }
-- output { empty([0]i64) true }
-- input { 1i64 }
-- output { empty([0]i64) true }
-- input { 3i64 }
-- output { [2i64] true }
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] true }
-- input { 100i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64] true }

module type bitset = {
  -- | A set of numbers less than `n`.
  type bitset [n]
  val empty : (n: i64) -> *bitset [n]
  val insert [n] [k] : [k]i64 -> *bitset [n] -> *bitset [n]
  val to_array [n] : bitset [n] -> []i64
  val member [n] : bitset [n] -> i64 -> bool
  val size [n] : bitset [n] -> i64
  val union [n] : bitset [n] -> bitset [n] -> bitset [n]
  val inter [n] : bitset [n] -> bitset [n] -> bitset [n]
  val complement [n] : bitset [n] -> bitset [n]
  val == [n] : bitset [n] -> bitset [n] -> bool
}

module mk_bitset (W: integral) : bitset = {
  local def bits = i64.i32 W.num_bits
  type bitset [n] = ([(n + 63) / 8]W.t, [n]())

  def empty n = (replicate ((n + 63) / 8) (W.i64 0), replicate n ())

  def insert [n][k] (xs: [k]i64) ((ws, shape): *bitset [n]) : *bitset [n] =
    let good = filter (\x -> x >= 0 && x < n) xs
    let ors = map (\x -> W.set_bit (i32.i64 (x % bits)) (W.i64 0) 1) good
    in (reduce_by_index ws (W.|) (W.i64 0) (map (/ bits) good) ors, shape)

  def member [n] ((ws, _): bitset [n]) (x: i64) : bool =
    x >= 0 && x < n && W.get_bit (i32.i64 (x % bits)) ws[x / bits] == 1

  def to_array [n] (s: bitset [n]) : []i64 = filter (member s) (iota n)
  def size [n] ((ws, _): bitset [n]) : i64 = map (W.popc >-> i64.i32) ws |> i64.sum

  local def lift [n] (f: W.t -> W.t -> W.t) ((a, s): bitset [n]) ((b, _): bitset [n]) : bitset [n] =
    (map2 f a b, s)
  def union [n] (a: bitset [n]) (b: bitset [n]) : bitset [n] = lift (W.|) a b
  def inter [n] (a: bitset [n]) (b: bitset [n]) : bitset [n] = lift (W.&) a b
  def complement [n] (s: bitset [n]) : bitset [n] =
    let all = insert (iota n) (empty n)
    in lift (W.^) s all

  def (==) [n] ((a, _): bitset [n]) ((b, _): bitset [n]) : bool =
    map2 (\x y -> x W.== y) a b |> and
}

module set8 = mk_bitset u8
module set64 = mk_bitset u64

module mk_sieve (S: bitset) = {
  def primes (n: i64) : []i64 =
    let composite = loop s = S.empty n for p in 2..<i64.max 2 n do
      if S.member s p || p * p >= n then s
      else S.insert (map (\k -> p * (k + 2)) (iota (n / p))) s
    in filter (\p -> p > 1 && !(S.member composite p)) (iota n)
}

module sieve8 = mk_sieve set8
module sieve64 = mk_sieve set64

entry both_ways (n: i64) (xs: []i64) : ([]i64, i64) =
  let s = set8.insert xs (set8.empty n)
  in (set8.to_array s, set64.size (set64.insert xs (set64.empty n)))

entry algebra (n: i64) (xs: []i64) (ys: []i64) : ([]i64, []i64, []i64) =
  let mk zs = set64.insert zs (set64.empty n)
  let (a, b) = (mk xs, mk ys)
  in set64.(to_array (union a b), to_array (inter a b), to_array (complement a))

entry de_morgan (n: i64) (xs: []i64) (ys: []i64) : bool =
  let mk zs = set8.insert zs (set8.empty n)
  let (a, b) = (mk xs, mk ys)
  in set8.(complement (union a b) == inter (complement a) (complement b))

entry primes (n: i64) : ([]i64, bool) =
  let (p, q) = (sieve8.primes n, sieve64.primes n)
  in (p, length p == length q && and (map2 (\i x -> x == q[i]) (indices p) p))
