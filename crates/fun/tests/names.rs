//! Sets of names.

use base::{Name, NameSource};
use rista_fun::names::DenseNames;

#[test]
fn a_set_holds_what_was_put_in() {
    let mut set = DenseNames::for_names(&NameSource::starting_at(65));
    let names = [0, 63, 64, 200].map(|id| Name::new("x", id));
    set.extend(names);
    assert!(names.iter().all(|name| set.contains(*name)));
    assert!([1, 65, 199, 201, 1000].iter().all(|&id| !set.contains(Name::new("x", id))));
}
