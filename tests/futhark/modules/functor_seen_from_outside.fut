-- A type that the structure hides is opaque to who applies its parametric module, and known inside of it.
-- ==
-- input { [1, 2, 3] } output { 36 }

module type machine = {
  type state
  val start : i32 -> state
  val result : state -> i32
  module repeat : (F: { val step : state -> state }) -> { val run : i64 -> state -> state }
}

module counting : machine = {
  type state = {count: i32}
  def start (count: i32) : state = {count}
  def result (s: state) : i32 = s.count
  module repeat (F: { val step : {count: i32} -> {count: i32} }) = {
    def run (n: i64) (s: state) : state = loop s for _i < n do F.step s with count = (F.step s).count * 2
  }
}

module one_more = counting.repeat {
  def step (s: counting.state) : counting.state = counting.start (counting.result s + 1)
}

def main [n] (xs: [n]i32) : i32 =
  reduce (+) 0 (map (\x -> counting.result (one_more.run 2 (counting.start x))) xs) - 6
