//! Back ends: IMP to the text of a target language. The writer does not transform. The runtime code that generated
//! programs include is in `rts/`.

pub mod c;
