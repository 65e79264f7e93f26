//! Tests of the components of call graphs.

use rista_base::graph::{self, components, on_cycles};
use rustc_hash::FxHashSet;

#[test]
fn components_come_after_what_they_lead_to() {
    let edges = vec![vec![1, 4], vec![2], vec![1, 3], vec![3], vec![5], vec![]];
    assert_eq!(components(&edges), [vec![3], vec![1, 2], vec![5], vec![4], vec![0]]);
    let mut on: Vec<usize> = on_cycles(&edges).into_iter().collect();
    on.sort_unstable();
    assert_eq!(on, [1, 2, 3]);
    let mut reaching: Vec<usize> = graph::reaching(&edges, &FxHashSet::from_iter([3])).into_iter().collect();
    reaching.sort_unstable();
    assert_eq!(reaching, [0, 1, 2, 3]);
}

#[test]
fn two_ways_into_a_cycle_are_one_component() {
    let edges = vec![vec![1], vec![2, 3], vec![0], vec![2]];
    assert_eq!(components(&edges), [vec![0, 1, 2, 3]]);
}
