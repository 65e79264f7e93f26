//! The number of elements of a range, and its bounds.

use rista_core::eval::range_count;

#[test]
fn ranges_count_and_check_their_bounds() {
    let cases = [
        ((0, 5, 1, 5), Some(5)),
        ((1, 5, 2, 5), Some(2)),
        ((4, -1, -1, 5), Some(5)),
        ((4, 0, -3, 5), Some(2)),
        ((-1, -1, -1, 0), Some(0)),
        ((5, 5, 1, 5), Some(0)),
        ((6, 6, 1, 5), Some(0)),
        ((-7, -7, 1, 0), Some(0)),
        ((i64::MIN, i64::MIN, -1, 5), Some(0)),
        ((i64::MAX, i64::MIN, 1, 5), None),
        ((i64::MAX, i64::MIN, -1, 5), None),
        ((3, 2, 1, 5), None),
        ((0, 6, 1, 5), None),
        ((0, 5, 0, 5), None),
        ((0, 6, 3, 5), Some(2)),
        ((5, -1, -1, 5), None),
        ((5, 5, -1, 5), Some(0)),
        ((5, 6, -1, 5), None),
        ((9, 9, 0, 5), None),
        ((9, 7, 3, 5), Some(0)),
        ((9, 6, 2, 5), None),
        ((1, 0, 2, 1), Some(0)),
        ((3, 0, 2, 5), None),
    ];
    for ((start, end, stride, size), expected) in cases {
        assert_eq!(range_count(start, end, stride, size), expected, "{start}:{end}:{stride} of {size}");
    }
}
