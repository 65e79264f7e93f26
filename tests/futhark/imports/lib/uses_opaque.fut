local import "opaque"
def twice (x: counter.t) : counter.t = counter.next (counter.next x)
module opaque = import "opaque"
