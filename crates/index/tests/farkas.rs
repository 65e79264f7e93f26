//! Tests of the decision procedure for linear inequalities.

use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::farkas::System;

fn is_solvable(demands: &[(i64, Vec<i64>)], facts: usize) -> bool {
    let mut system = System::new(facts);
    demands.iter().for_each(|(goal, facts)| system.demand(*goal, facts.iter().copied()));
    system.solve()
}

#[test]
fn fractions_are_found() {
    // 3x - 2 >= 0 follows from 2x - 1 >= 0 only if l <= 3/2 and 2 <= l; from 2x - 2 >= 0 with l = 1.
    assert!(!is_solvable(&[(-2, vec![-1]), (3, vec![2])], 1));
    assert!(is_solvable(&[(-2, vec![-2]), (3, vec![2])], 1));
    // x + y >= 0 follows from 2x + y >= 0 and y >= 0, for variables of any sign, with l = 1/2 each.
    let equal = |goal: i64, facts: Vec<i64>| [(goal, facts.clone()), (-goal, facts.iter().map(|f| -f).collect())];
    let demands: Vec<_> = [equal(1, vec![2, 0]), equal(1, vec![1, 1])].concat();
    assert!(is_solvable(&demands, 2));
}

proptest! {
    /// If small integer multipliers meet the demands, the solver finds a solution.
    #[test]
    fn whole_solutions_are_not_missed(facts in vec(vec(-3..4i64, 4), 1..5), multipliers in vec(0..4i64, 4), slack in vec(0..2i64, 5)) {
        let demands: Vec<(i64, Vec<i64>)> = facts.iter().zip(&slack).map(|(row, slack)| {
            (row.iter().zip(&multipliers).map(|(f, l)| f * l).sum::<i64>() + slack, row.clone())
        }).collect();
        prop_assert!(is_solvable(&demands, 4));
    }
}
