open import "inner/scalar"
import "vector"
def unit : vector = vector 1 0
