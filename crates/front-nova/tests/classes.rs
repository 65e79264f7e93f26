//! Classes of types, and the names of functions.

use front_nova::check::builtins;
use front_nova::check::types::Class;

#[test]
fn classes_meet_in_either_order() {
    let all = [Class::Any, Class::FirstOrder, Class::Number, Class::Integer, Class::Real, Class::Rank];
    for a in all {
        for b in all {
            assert_eq!(a.meet(b), b.meet(a), "{a:?} {b:?}");
        }
    }
    assert_eq!(Class::Number.meet(Class::Real), Some(Class::Real));
    assert_eq!(Class::FirstOrder.meet(Class::Integer), Some(Class::Integer));
    assert_eq!(Class::Integer.meet(Class::Real), None);
    assert_eq!(Class::Any.meet(Class::Rank), None);
}

#[test]
fn all_names_are_known() {
    assert!(builtins::NAMES.iter().all(|name| builtins::named(name).is_some()));
}
