module type key = {type k val rank : k -> i64}
module by_key (x: key) = {
  def counts [n] (b: i64) (xs: [n]x.k) : [b]i64 = hist (+) 0 b (map x.rank xs) (replicate n 1)
}
local def hidden = 3i64
def shown = hidden + 1
