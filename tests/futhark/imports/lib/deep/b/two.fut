import "../../shapes"
def twice (x: f64) = x * 2
def unit : shape = mk 1 1
