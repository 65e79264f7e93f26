module scalar = import "../lib/./inner/../inner/scalar"
module top = import "../shared"
def four : f64 = scalar.root 16
def shared : i32 = top.shared
