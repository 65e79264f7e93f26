//! Runs the same work on many items, on several threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs `work` on every item, at most `jobs` at a time. Returns the results in the order of the items.
pub fn each<T: Send, R: Send>(jobs: usize, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = jobs.clamp(1, items.len().max(1));
    let queue = Mutex::new(items.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, item)) = next() {
                    let result = work(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let expected: Vec<u64> = items.iter().map(|item| item * item).collect();
        assert_eq!(super::each(7, items.clone(), |item| item * item), expected);
        assert_eq!(super::each(0, items, |item| item * item), expected);
        assert!(super::each(3, Vec::<u8>::new(), |item| item).is_empty());
    }
}
