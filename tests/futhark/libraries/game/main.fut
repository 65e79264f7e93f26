-- A game of falling bricks in the style of an interactive program: opaque state, keys, steps, frames.
-- ==
-- entry: after_resize
-- input { 4i64 5i64 6i64 3i64 } output { [6i32, 3i32] }
-- input { 4i64 5i64 1i64 1i64 } output { [1i32, 1i32] }

-- ==
-- entry: run
-- input { 4i64 3i64 [0i32, 1i32, 112i32, 1i32, 112i32, 112i32, 112i32, 0i32, 0i32, -1i32] }
-- output { [[4278190080u32, 4278190080u32, 4278190080u32], [4278190080u32, 4278190080u32, 4278190080u32], [4278190080u32, 4278190080u32, 4278190080u32], [4278190080u32, 4282417407u32, 4278190080u32]] 0i32 false }
-- input { 3i64 2i64 [0i32, -1i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 1i32, -1i32, 0i32, -1i32, 0i32, 0i32, -1i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, -1i32, -1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, -1i32, -1i32, -1i32] }
-- output { [[4278190080u32, 4280189183u32], [4278190080u32, 4278190080u32], [4281942144u32, 4278190080u32]] 300i32 false }
-- input { 4i64 2i64 [0i32, 0i32, 112i32, 0i32, -1i32, 1i32, 0i32, 1i32, -1i32, 0i32, 0i32, 1i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 112i32, 112i32, 1i32, 0i32, 1i32, 1i32, 1i32, -1i32, 112i32, 1i32, 0i32, -1i32, -1i32, 112i32, 0i32, 0i32, 1i32, 0i32, 112i32, 1i32, -1i32, 0i32, 0i32, -1i32, 1i32, -1i32, 0i32, 0i32, -1i32, 0i32, 112i32, 0i32, 0i32, 0i32, 0i32, 0i32, -1i32, 1i32, 0i32, 1i32, 0i32] }
-- output { [[4280041600u32, 4278190080u32], [4283056256u32, 4278190080u32], [4278927488u32, 4278190080u32], [4280303744u32, 4278190080u32]] 0i32 true }
-- input { 5i64 1i64 [1i32, -1i32, 0i32, 0i32, 112i32, 1i32, 1i32, 0i32, -1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 1i32, 1i32, 112i32, 0i32, 0i32, 1i32, 112i32, 1i32, 1i32, 0i32, 0i32, 112i32, 0i32, 112i32] }
-- output { [[4279664895u32], [4278190080u32], [4278190080u32], [4278190080u32], [4278190080u32]] 100i32 false }
-- input { 2i64 3i64 empty([0]i32) }
-- output { [[4278190080u32, 4282417407u32, 4278190080u32], [4278190080u32, 4278190080u32, 4278190080u32]] 0i32 false }

-- ==
-- entry: brightness
-- input { 3i64 4i64 } output { [[0u8, 127u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }

import "lib/game"
import "lib/colours"

module g : game = game

entry run (h: i64) (w: i64) (keys: []i32) : ([h][w]u32, i32, bool) =
  let s = loop s = g.init 42 h w for k in keys do
            g.step 0.5 (if k == 0 then s else g.key k s)
  in (sized h (map (sized w) (g.render s)), g.score s, g.over s)

entry after_resize (h: i64) (w: i64) (h': i64) (w': i64) : []i32 =
  let s = g.init 42 h w |> g.resize h' w' |> g.step 1
  in [i32.i64 (length (g.render s)), i32.i64 (length (head (g.render s)))]

entry brightness (h: i64) (w: i64) : [h][w]u8 =
  g.init 42 h w |> g.render |> map (map argb.grey) |> map (sized w) |> sized h
