-- No tests of its own: imported over two folders, and imports its uncle.
import "../../shapes"
module b = import "../b/two"
def area_twice (s: shape) : f64 = b.twice (area s)
