-- A value of an abstract type is not used after it was consumed, also if it is a number.
-- ==
-- error: error\[E0401\]: `state` is used after it was consumed
module die : { type state val seed : i32 -> state val roll : *state -> (*state, i32) } = {
  type state = i32
  def seed (n: i32) : state = n
  def roll (state: *state) : (*state, i32) = (state * 5 + 3, state % 6)
}

entry main (n: i32) : i32 =
  let state = die.seed n
  let (_, first) = die.roll state
  in first + (die.roll state).1
