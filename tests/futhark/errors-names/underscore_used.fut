-- A name that begins with `_` is for what nothing uses.
-- ==
-- error: `_x` is used.*`_y` is used.*`_f` is used.*`_n` is used.*`_r` is used

def _f (_x: i32) : i32 = _x
def a (x: i32) = let _y = x in _y
def b (x: i32) : i32 = _f x
def c [_n] (_xs: [_n]i32) : i32 = 1
def d (_r: {_a: i32}) : i32 = _r._a
def right (_: i32) (r: {_a: i32}) : i32 = r._a
