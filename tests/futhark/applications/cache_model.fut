-- A model of a cache: records in arrays in records, updated by long paths, sizes from computed constants.
-- ==
-- entry: simulate
-- input { true empty([0]i64) }
-- output { 0i32 0i32 0i32 }
-- input { true [1i64, 1i64, -1i64] }
-- output { 2i32 1i32 0i32 }
-- input { true [1i64, 5i64, 9i64, 1i64, -5i64, 13i64, 1i64] }
-- output { 0i32 7i32 1i32 }
-- input { true [0i64, 9i64, 15i64, -8i64, 2i64, -17i64, 22i64, 2i64, 14i64, 22i64, -24i64, 18i64, 21i64, -8i64, -19i64, 11i64, 1i64, 16i64, 5i64, -2i64, 24i64, 0i64, 5i64, 14i64, -17i64, -12i64, 5i64, -15i64, -8i64, -2i64, 0i64, -18i64, 17i64, 16i64, -17i64, -25i64, 20i64, -17i64, 2i64, -7i64, -4i64, 3i64, -15i64, 1i64, 20i64, -1i64, -19i64, 11i64, 14i64, 11i64, -18i64, -15i64, 1i64, -19i64, 19i64, 21i64, 13i64, -2i64, 6i64, 19i64] }
-- output { 15i32 45i32 16i32 }
-- input { false empty([0]i64) }
-- output { 0i32 0i32 0i32 }
-- input { false [1i64, 1i64, -1i64] }
-- output { 2i32 1i32 0i32 }
-- input { false [1i64, 5i64, 9i64, 1i64, -5i64, 13i64, 1i64] }
-- output { 0i32 7i32 1i32 }
-- input { false [0i64, 9i64, 15i64, -8i64, 2i64, -17i64, 22i64, 2i64, 14i64, 22i64, -24i64, 18i64, 21i64, -8i64, -19i64, 11i64, 1i64, 16i64, 5i64, -2i64, 24i64, 0i64, 5i64, 14i64, -17i64, -12i64, 5i64, -15i64, -8i64, -2i64, 0i64, -18i64, 17i64, 16i64, -17i64, -25i64, 20i64, -17i64, 2i64, -7i64, -4i64, 3i64, -15i64, 1i64, 20i64, -1i64, -19i64, 11i64, 14i64, 11i64, -18i64, -15i64, 1i64, -19i64, 19i64, 21i64, 13i64, -2i64, 6i64, 19i64] }
-- output { 16i32 44i32 16i32 }

-- ==
-- entry: contents
-- input { true empty([0]i64) }
-- output { [[-1i64, -1i64], [-1i64, -1i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { true [1i64, 1i64, -1i64] }
-- output { [[-1i64, -1i64], [0i64, -1i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { true [1i64, 5i64, 9i64, 1i64, -5i64, 13i64, 1i64] }
-- output { [[-1i64, -1i64], [0i64, 3i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { true [0i64, 9i64, 15i64, -8i64, 2i64, -17i64, 22i64, 2i64, 14i64, 22i64, -24i64, 18i64, 21i64, -8i64, -19i64, 11i64, 1i64, 16i64, 5i64, -2i64, 24i64, 0i64, 5i64, 14i64, -17i64, -12i64, 5i64, -15i64, -8i64, -2i64, 0i64, -18i64, 17i64, 16i64, -17i64, -25i64, 20i64, -17i64, 2i64, -7i64, -4i64, 3i64, -15i64, 1i64, 20i64, -1i64, -19i64, 11i64, 14i64, 11i64, -18i64, -15i64, 1i64, -19i64, 19i64, 21i64, 13i64, -2i64, 6i64, 19i64] }
-- output { [[1i64, 5i64], [3i64, 5i64], [1i64, 0i64], [4i64, 3i64]] }
-- input { false empty([0]i64) }
-- output { [[-1i64, -1i64], [-1i64, -1i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { false [1i64, 1i64, -1i64] }
-- output { [[-1i64, -1i64], [0i64, -1i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { false [1i64, 5i64, 9i64, 1i64, -5i64, 13i64, 1i64] }
-- output { [[-1i64, -1i64], [0i64, 3i64], [-1i64, -1i64], [-1i64, -1i64]] }
-- input { false [0i64, 9i64, 15i64, -8i64, 2i64, -17i64, 22i64, 2i64, 14i64, 22i64, -24i64, 18i64, 21i64, -8i64, -19i64, 11i64, 1i64, 16i64, 5i64, -2i64, 24i64, 0i64, 5i64, 14i64, -17i64, -12i64, 5i64, -15i64, -8i64, -2i64, 0i64, -18i64, 17i64, 16i64, -17i64, -25i64, 20i64, -17i64, 2i64, -7i64, -4i64, 3i64, -15i64, 1i64, 20i64, -1i64, -19i64, 11i64, 14i64, 11i64, -18i64, -15i64, 1i64, -19i64, 19i64, 21i64, 13i64, -2i64, 6i64, 19i64] }
-- output { [[1i64, 5i64], [5i64, 3i64], [0i64, 1i64], [4i64, 3i64]] }

-- ==
-- entry: rates
-- input { empty([0]i64) }
-- output { 0.0f16 0.0f16 }
-- input { [1i64, 1i64, -1i64] }
-- output { 0.6666666666666666f16 0.6666666666666666f16 }
-- input { [1i64, 5i64, 9i64, 1i64, -5i64, 13i64, 1i64] }
-- output { 0.0f16 0.0f16 }
-- input { [0i64, 9i64, 15i64, -8i64, 2i64, -17i64, 22i64, 2i64, 14i64, 22i64, -24i64, 18i64, 21i64, -8i64, -19i64, 11i64, 1i64, 16i64, 5i64, -2i64, 24i64, 0i64, 5i64, 14i64, -17i64, -12i64, 5i64, -15i64, -8i64, -2i64, 0i64, -18i64, 17i64, 16i64, -17i64, -25i64, 20i64, -17i64, 2i64, -7i64, -4i64, 3i64, -15i64, 1i64, 20i64, -1i64, -19i64, 11i64, 14i64, 11i64, -18i64, -15i64, 1i64, -19i64, 19i64, 21i64, 13i64, -2i64, 6i64, 19i64] }
-- output { 0.25f16 0.26666666666666666f16 }

def lines : i64 = 4
def ways : i64 = i64.i32 (i32.popc 0b11)

type policy = #lru | #fifo
type line = {tag: i64, stamp: i64, dirty: bool, valid: bool}
type access = #read i64 | #write i64
type stats = {hits: i32, misses: i32, written: i32}
type cache = {sets: [lines][ways]line, time: i64, stats: stats, policy: policy}

def empty (policy: policy) : cache =
  let line = {tag = 0, stamp = 0, dirty = false, valid = false}
  in { sets = replicate lines (replicate ways line), time = 0
     , stats = {hits = 0, misses = 0, written = 0}, policy }

def address (a: access) : i64 = match a case #read x -> x case #write x -> x

def find (set: [ways]line) (tag: i64) : i64 =
  loop w = 0 while w < ways && !(set[w].valid && set[w].tag == tag) do w + 1

def victim (set: [ways]line) : i64 =
  let age (l: line) = if l.valid then l.stamp else -1
  in (map2 (\w l -> (age l, w)) (iota ways) set
      |> reduce (\a b -> if b.0 < a.0 then b else a) (i64.highest, 0)).1

def step (c: *cache) (a: access) : *cache =
  let x = address a
  let (i, tag) = (x % lines, x / lines)
  let is_write = match a case #write _ -> true case _ -> false
  let set = copy c.sets[i]
  let w = find set tag
  let time = c.time + 1
  let c = c with time = time
  in if w < ways
     then
       let c = c with stats.hits = c.stats.hits + 1
       let c = if is_write then c with sets[i, w].dirty = true else c
       in match c.policy
          case #lru -> c with sets[i, w].stamp = time
          case #fifo -> c
     else
       let v = victim set
       let c = c with stats.misses = c.stats.misses + 1
       let c = if set[v].valid && set[v].dirty then c with stats.written = c.stats.written + 1 else c
       in c with sets[i, v] = {tag, stamp = time, dirty = is_write, valid = true}

def run (p: policy) (as: []access) : cache = loop c = empty p for a in as do step c a

def to_access (x: i64) : access = if x < 0 then #write (-x) else #read x

entry simulate (lru: bool) (xs: []i64) : (i32, i32, i32) =
  let {hits, misses, written} = (run (if lru then #lru else #fifo) (map to_access xs)).stats
  in (hits, misses, written)

entry contents (lru: bool) (xs: []i64) : [][]i64 =
  let c = run (if lru then #lru else #fifo) (map to_access xs)
  in map (map (\l -> if l.valid then l.tag else -1)) c.sets

entry rates [n] (xs: [n]i64) : (f16, f16) =
  let rate p = let s = (run p (map to_access xs)).stats
               in if n == 0 then 0 else f16.i32 s.hits / f16.i64 n
  in (rate #lru, rate #fifo)
