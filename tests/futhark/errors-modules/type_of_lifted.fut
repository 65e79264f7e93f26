-- A type that is made of a lifted one is lifted itself.
-- ==
-- error: E0503.*`u` hides sizes

module m : { type~ t } = { type~ t = []i32 }
type u = (m.t, i32)
def main (x: i32) : i32 = x
