-- A type that hides sizes needs `type~`.
-- ==
-- error: error\[E0205\]: the type `t` hides sizes

module type list = { type t val empty : t }
module list : list = { type t = []i32 def empty : t = [] }
def main : bool = true
