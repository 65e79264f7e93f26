-- Values of abstract types are consumed by their owners, inside and outside of the modules that hide what they are.
-- ==
-- entry: rolls
-- input { 7i32 4i64 } output { [1i32, 2, 2, 2] 5831i32 }
-- input { 0i32 0i64 } output { empty([0]i32) 0i32 }

-- ==
-- entry: stacks
-- input { [3i64, 1, 2] } output { [3i64, 1, 2] [6i64, 2, 4] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: swapped
-- input { [1i32, 2, 3] } output { [2i32, 1, 3] }
-- input { [5i32, 6] } output { [6i32, 5] }

module type die = { type state val seed : i32 -> *state val roll : *state -> (*state, i32) val look : state -> i32 }
module die : die = {
  type state = i32
  def seed (n: i32) : *state = n
  def roll (state: *state) : (*state, i32) = (state * 3 + 2, state % 3)
  def look (state: state) : i32 = state
}

module rolled (D: die) = {
  def twice (state: *D.state) : *D.state = (D.roll (D.roll state).0).0
  def many (count: i64) (state: *D.state) : (*D.state, [count]i32) =
    loop (state, faces) = (state, replicate count 0) for i < count do
      let (state, face) = D.roll state
      in (state, faces with [i] = face)
}

module here = rolled die
module there = rolled {
  type state = [1]i32
  def seed (n: i32) : *state = [n]
  def roll (state: *state) : (*state, i32) = let face = state[0] in (state with [0] = face + 1, face)
  def look (state: state) : i32 = state[0]
}

entry rolls (n: i32) (count: i64) : ([]i32, i32) =
  let (state, faces) = here.many count (die.seed n)
  let (_, _) = there.many count [n]
  let last = if count > 2 then here.twice state else state
  in (faces, die.look last)

module type stack = { type t val empty : i64 -> *t val push : *t -> *t val size : t -> i64 }
module counter : stack = {
  type t = {n: i64}
  def empty (_k: i64) : *t = {n = 0}
  def push (s: *t) : *t = s with n = s.n + 1
  def size (s: t) : i64 = s.n
}
module flags : stack = {
  type t = [8]bool
  def empty (_k: i64) : *t = replicate 8 false
  def push (s: *t) : *t = let n = i64.sum (map i64.bool s) in s with [n] = true
  def size (s: t) : i64 = i64.sum (map i64.bool s)
}
module pushed (A: stack) (B: stack) = {
  def both (k: i64) : (i64, i64) =
    let (a, b) = loop (a, b) = (A.empty k, B.empty k) for _i < k do (A.push a, B.push (B.push b))
    in (A.size a, B.size b)
}
module pushes = pushed counter flags

entry stacks [n] (ks: [n]i64) : ([n]i64, [n]i64) = unzip (map pushes.both ks)

module number : { type t val from : i32 -> t val to : t -> i32 } = {
  type t = i32
  def from (x: i32) : t = x
  def to (x: t) : i32 = x
}

entry swapped (xs: []i32) : []i32 =
  let numbers = map number.from xs
  let (a, b) = (copy numbers[0], copy numbers[1])
  in map number.to (numbers with [0] = b with [1] = a)
