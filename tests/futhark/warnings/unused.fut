-- Variables that nothing uses, by every form that binds some; parameters of definitions and names with `_` may be unused.
-- ==
-- warning: `a` is not used
-- warning: `b` is not used
-- warning: `f` is not used
-- warning: `c` is not used
-- warning: `d` is not used
-- warning: `e` is not used
-- warning: `inner` is not used
-- input { 1 } output { 1 }

type t = #some i32 | #none

def main (x: i32) : i32 =
  let a = x
  let (b, used) = (x, x)
  let f (y: i32) = y
  let g (unused: i32) = 0
  let (_, _ignored) = (x, x)
  let r = {c = used}
  let {c} = r
  let n = match (#some x : t) case #some d -> 1 case #none -> 0i64
  let [k] (xs: [k]i32) = map (\inner -> let inner = 1i32 in x) (iota n)
  in (loop (s, e) = (0, 0) for i < k do (s + xs[0], s)).0 + g 1

-- A use in one application of a parametric module is a use, and so are sizes and updates.
module m (p: {type t val size : t -> i64}) = {
  def sized (v: p.t) : i32 =
    let n = p.size v
    let ys : [n]i32 = replicate n 0
    let ys[0] = 1
    in length ys |> i32.i64
}
module one = m {type t = i64 def size (x: i64) = x}
