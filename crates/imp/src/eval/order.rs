//! What the groups of a launch post and await of each other, and which accesses are in order by that. Tasks are groups of one
//! thread, with a phase before what they do in order, one for that, and one after it.
//!
//! Groups run one after another, so what is awaited must be there already. An access of another group comes before what a
//! thread does if that thread, or another one before all last waited for each other, has awaited a stage of that group that was
//! posted after the access: by the same thread, or when all had waited for each other.

use super::{Run, stuck};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Who runs in a launch, and when.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Moment {
    /// The number of the launch.
    pub launch: u64,
    pub group: i64,
    /// Counts whenever the threads of the group wait for each other.
    pub phase: u64,
    pub thread: i64,
    /// How many stages the group has posted.
    pub posts: usize,
}

struct Post {
    stage: u32,
    at: Moment,
}

/// Of the group at hand: which post of another one it has awaited.
struct Awaited {
    post: usize,
    at: Moment,
}

/// Of one launch, or of tasks.
#[derive(Default)]
pub(super) struct Order {
    is_of_tasks: bool,
    /// By group.
    posts: RefCell<FxHashMap<i64, Vec<Post>>>,
    /// Of the group at hand, by the other group.
    awaited: RefCell<FxHashMap<i64, Vec<Awaited>>>,
}

impl Order {
    pub fn of_tasks() -> Order {
        Order { is_of_tasks: true, ..Order::default() }
    }

    /// Another group begins.
    pub fn begin_group(&self) {
        self.awaited.borrow_mut().clear();
    }

    /// The group reaches a stage.
    pub fn post(&self, stage: u32, now: &mut Moment) -> Run<()> {
        let mut posts = self.posts.borrow_mut();
        let posts = posts.entry(now.group).or_default();
        if let Some(last) = posts.last() {
            if last.stage >= stage {
                return Err(stuck(format!("group {} posts {stage} after {}", now.group, last.stage)));
            }
            if last.at.phase == now.phase && last.at.thread != now.thread {
                return Err(stuck(format!("two threads of group {} post in no order", now.group)));
            }
        }
        posts.push(Post { stage, at: *now });
        now.posts = posts.len();
        Ok(())
    }

    /// A thread waits until a group has reached a stage.
    pub fn wait(&self, group: i64, stage: u32, now: Moment) -> Run<()> {
        let posts = self.posts.borrow();
        let post = posts.get(&group).and_then(|posts| posts.iter().position(|post| post.stage >= stage));
        let Some(post) = post.filter(|_| group < now.group) else {
            return Err(stuck(format!("group {} awaits {stage} of {group}, which no lower group posts", now.group)));
        };
        let mut awaited = self.awaited.borrow_mut();
        let awaited = awaited.entry(group).or_default();
        if !awaited.iter().any(|known| known.post >= post && known.is_before(now)) {
            awaited.push(Awaited { post, at: now });
        }
        Ok(())
    }

    /// Whether an access of another group comes before what happens now. In its phase it may stand for those of several threads.
    pub fn is_before(&self, access: Moment, by_threads: bool, now: Moment) -> bool {
        if self.is_of_tasks {
            return access.phase <= 1 && now.phase >= 1;
        }
        let (posts, awaited) = (self.posts.borrow(), self.awaited.borrow());
        let (Some(posts), Some(awaited)) = (posts.get(&access.group), awaited.get(&access.group)) else { return false };
        awaited.iter().any(|known| {
            let post = posts[known.post].at;
            let by_itself =
                !by_threads && access.phase == post.phase && access.thread == post.thread && access.posts <= known.post;
            known.is_before(now) && (access.phase < post.phase || by_itself)
        })
    }
}

impl Awaited {
    /// Whether that thread knows of it.
    fn is_before(&self, now: Moment) -> bool {
        self.at.phase < now.phase || self.at.thread == now.thread
    }
}
