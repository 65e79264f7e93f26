-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- A chain as of option prices: many maps, and two results of one of them.
entry main : ([4]f64, [4]f64) =
  let spots = map (\i -> 1 + f64.i64 i) (iota 4)
  let logs = map (\x -> f64.log x) spots
  let ratios = map2 (\l s -> (l + 0.5) / s) logs spots
  let up = map (\d -> f64.exp d) ratios
  let down = map2 (\d s -> f64.exp (-d) * s) ratios spots
  in (up, down)
