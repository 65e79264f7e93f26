-- Stable marriages with all proposals of a round at once; records with a shared size through a loop.
-- ==
-- entry: marriages
-- input { empty([0][0]i64) empty([0][0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [[0i64]] [[0i64]] }
-- output { [0i64] [0i64] }
-- input { [[0i64, 1i64], [0i64, 1i64]] [[0i64, 1i64], [1i64, 0i64]] }
-- output { [0i64, 1i64] [0i64, 1i64] }
-- input { [[3i64, 2i64, 4i64, 0i64, 1i64], [2i64, 3i64, 1i64, 0i64, 4i64], [0i64, 4i64, 2i64, 1i64, 3i64], [4i64, 2i64, 0i64, 1i64, 3i64], [1i64, 2i64, 3i64, 4i64, 0i64]] [[2i64, 4i64, 1i64, 0i64, 3i64], [2i64, 4i64, 0i64, 3i64, 1i64], [0i64, 2i64, 4i64, 3i64, 1i64], [3i64, 4i64, 2i64, 1i64, 0i64], [4i64, 2i64, 1i64, 0i64, 3i64]] }
-- output { [3i64, 2i64, 0i64, 4i64, 1i64] [2i64, 4i64, 1i64, 0i64, 3i64] }
-- input { [[5i64, 4i64, 7i64, 6i64, 3i64, 1i64, 0i64, 2i64], [2i64, 0i64, 3i64, 5i64, 7i64, 4i64, 6i64, 1i64], [3i64, 6i64, 2i64, 5i64, 0i64, 4i64, 7i64, 1i64], [4i64, 5i64, 2i64, 1i64, 6i64, 0i64, 7i64, 3i64], [7i64, 3i64, 6i64, 5i64, 0i64, 4i64, 1i64, 2i64], [3i64, 1i64, 2i64, 6i64, 0i64, 7i64, 5i64, 4i64], [7i64, 6i64, 2i64, 0i64, 5i64, 4i64, 1i64, 3i64], [3i64, 4i64, 7i64, 5i64, 0i64, 2i64, 6i64, 1i64]] [[5i64, 7i64, 2i64, 3i64, 0i64, 4i64, 1i64, 6i64], [5i64, 2i64, 6i64, 4i64, 1i64, 7i64, 3i64, 0i64], [1i64, 3i64, 7i64, 4i64, 2i64, 0i64, 6i64, 5i64], [2i64, 7i64, 1i64, 5i64, 6i64, 4i64, 3i64, 0i64], [6i64, 2i64, 4i64, 0i64, 7i64, 5i64, 3i64, 1i64], [0i64, 3i64, 4i64, 6i64, 2i64, 7i64, 1i64, 5i64], [3i64, 4i64, 6i64, 5i64, 2i64, 1i64, 7i64, 0i64], [5i64, 2i64, 4i64, 1i64, 3i64, 6i64, 7i64, 0i64]] }
-- output { [5i64, 2i64, 3i64, 6i64, 7i64, 1i64, 0i64, 4i64] [6i64, 5i64, 1i64, 2i64, 7i64, 0i64, 3i64, 4i64] }

-- ==
-- entry: is_stable
-- input { [[0i64]] [[0i64]] }
-- output { true }
-- input { [[0i64, 1i64], [0i64, 1i64]] [[0i64, 1i64], [1i64, 0i64]] }
-- output { true }
-- input { [[3i64, 2i64, 4i64, 0i64, 1i64], [2i64, 3i64, 1i64, 0i64, 4i64], [0i64, 4i64, 2i64, 1i64, 3i64], [4i64, 2i64, 0i64, 1i64, 3i64], [1i64, 2i64, 3i64, 4i64, 0i64]] [[2i64, 4i64, 1i64, 0i64, 3i64], [2i64, 4i64, 0i64, 3i64, 1i64], [0i64, 2i64, 4i64, 3i64, 1i64], [3i64, 4i64, 2i64, 1i64, 0i64], [4i64, 2i64, 1i64, 0i64, 3i64]] }
-- output { true }
-- input { [[5i64, 4i64, 7i64, 6i64, 3i64, 1i64, 0i64, 2i64], [2i64, 0i64, 3i64, 5i64, 7i64, 4i64, 6i64, 1i64], [3i64, 6i64, 2i64, 5i64, 0i64, 4i64, 7i64, 1i64], [4i64, 5i64, 2i64, 1i64, 6i64, 0i64, 7i64, 3i64], [7i64, 3i64, 6i64, 5i64, 0i64, 4i64, 1i64, 2i64], [3i64, 1i64, 2i64, 6i64, 0i64, 7i64, 5i64, 4i64], [7i64, 6i64, 2i64, 0i64, 5i64, 4i64, 1i64, 3i64], [3i64, 4i64, 7i64, 5i64, 0i64, 2i64, 6i64, 1i64]] [[5i64, 7i64, 2i64, 3i64, 0i64, 4i64, 1i64, 6i64], [5i64, 2i64, 6i64, 4i64, 1i64, 7i64, 3i64, 0i64], [1i64, 3i64, 7i64, 4i64, 2i64, 0i64, 6i64, 5i64], [2i64, 7i64, 1i64, 5i64, 6i64, 4i64, 3i64, 0i64], [6i64, 2i64, 4i64, 0i64, 7i64, 5i64, 3i64, 1i64], [0i64, 3i64, 4i64, 6i64, 2i64, 7i64, 1i64, 5i64], [3i64, 4i64, 6i64, 5i64, 2i64, 1i64, 7i64, 0i64], [5i64, 2i64, 4i64, 1i64, 3i64, 6i64, 7i64, 0i64]] }
-- output { true }

-- | Who proposes and who chooses, by their ranks.
type side [n] = {prefers: [n][n]i64}
type matching [n] = {wife: [n]i64, husband: [n]i64, next: [n]i64}

def ranks [n] (s: side [n]) : [n][n]i64 =
  map (\order -> scatter (replicate n 0) order (iota n)) s.prefers

-- All who are free propose at once; each who is asked keeps the best.
def gale_shapley [n] (men: side [n]) (women: side [n]) : (matching [n], i32) =
  let rank = ranks women
  let start: matching [n] = {wife = replicate n (-1), husband = replicate n (-1), next = replicate n 0}
  in loop (m, rounds) = (copy start, 0) while any (< 0) m.wife do
       let free = filter (\i -> m.wife[i] < 0) (iota n)
       let asked = map (\i -> men.prefers[i, m.next[i]]) free
       let better w a b =
         if a < 0 then b else if b < 0 then a else if rank[w, a] < rank[w, b] then a else b
       let keep (w1, a) (w2, b) = if w1 < 0 then (w2, b) else (w1, better w1 a b)
       let best = reduce_by_index (map2 (\w h -> (w, h)) (iota n) m.husband)
                                  keep (-1, -1) asked (zip asked free)
                  |> map (.1)
       let paired = filter (\w -> best[w] >= 0) (iota n)
       let wife = scatter (replicate n (-1)) (map (\w -> best[w]) paired) paired
       let next = reduce_by_index (copy m.next) (+) 0 free (map (const 1) free)
       in ({wife, husband = best, next}, rounds + 1)

def stable [n] (men: side [n]) (women: side [n]) (m: matching [n]) : bool =
  let (mr, wr) = (ranks men, ranks women)
  let blocks i w = mr[i, w] < mr[i, m.wife[i]] && wr[w, i] < wr[w, m.husband[w]]
  in !(any (\i -> any (blocks i) (iota n)) (iota n))

entry marriages [n] (men: [n][n]i64) (women: [n][n]i64) : ([n]i64, [n]i64) =
  let (m, _) = gale_shapley {prefers = men} {prefers = women}
  in (m.wife, m.husband)

entry is_stable [n] (men: [n][n]i64) (women: [n][n]i64) : bool =
  let (a, b) = ({prefers = men}, {prefers = women})
  in stable a b (gale_shapley a b).0
