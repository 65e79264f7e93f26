local def hidden = 1i32
import "shown"
def own = shown
