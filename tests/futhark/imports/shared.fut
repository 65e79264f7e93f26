def shared : i32 = 40
