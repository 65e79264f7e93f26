-- Mistakes of several modules are reported in one run.
-- ==
-- error: no module type `a`(\n|.)*no module `b`(\n|.)*lacks the value `x`

module one : a = {}
module two = b
module three : { val x : i32 } = {}
def main : bool = true
