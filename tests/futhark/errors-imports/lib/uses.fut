import "base"
def outer = inner
