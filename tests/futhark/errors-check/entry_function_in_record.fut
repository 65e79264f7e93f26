-- Functions inside of records are functions too.
-- ==
-- error: error\[E0602\]: .*takes or returns a function

type machine = {step: i32 -> i32, state: i32}
entry run (m: machine) : i32 = m.step m.state
