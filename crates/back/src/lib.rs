//! Back ends: IMP to the text of a target language. The writer does not transform; the run-time code that generated
//! programs include stands in `rts/`.

pub mod c;
