-- A file that is imported on several ways is one module: its abstract types are the same everywhere.
-- ==
-- input { } output { 4 }

module a = import "lib/opaque"
import "lib/uses_opaque"
module c = import "./lib/../lib/opaque"

def main : i32 = opaque.counter.read (twice (c.counter.next (a.counter.next a.counter.start)))
