def shown = 2i32
