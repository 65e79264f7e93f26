-- passes: lower-to-tasks
-- Histograms for several threads: of few bins each task has one of its own; of many there are atomic operations, if there is a team that
-- makes up for them, or one thread. Floats are not added atomically, as their order matters.
entry counts [n] (k: i64) (is: [n]i64) : [k]i32 = hist (+) 0 k is (replicate n 1)

entry weights [n] (k: i64) (is: [n]i64) (ws: [n]f32) : [k]f32 = hist (+) 0 k is ws

entry all : ([]i32, []i32, []f32) =
  (counts 3 (map (% 4) (iota 31)), counts 9 [5, 8, 5, 9, -1], weights 2 [0, 1, 1] [0.5, 1.5, 2.5])
