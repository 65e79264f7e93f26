//! Stages that groups of a launch post and await, and the order of accesses that follows. Tasks count as groups of one
//! thread with three phases: before, in and after their ordered code.
//!
//! Because groups run one after another, an awaited stage must already be posted. An access of another group precedes
//! the present one in this case: the present thread has awaited a stage of that group, or any thread has before all
//! last waited for each other. The stage must have been posted after the access, by the same thread or after all
//! threads had waited for each other.

use super::{Run, stuck};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A point in the execution of a launch: thread and time.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Moment {
    /// Number of the launch.
    pub launch: u64,
    pub group: i64,
    /// Number of times that the threads of the group have waited for each other.
    pub phase: u64,
    pub thread: i64,
    /// Number of stages that the group has posted.
    pub posts: usize,
}

struct Post {
    stage: u32,
    at: Moment,
}

/// A post of another group that the current group has awaited.
struct Awaited {
    post: usize,
    at: Moment,
}

/// Posts and waits of one launch, or of tasks. The iterations of a parallel loop are groups that never wait.
#[derive(Default)]
pub(super) struct Order {
    is_of_tasks: bool,
    /// Posts of each group.
    posts: RefCell<FxHashMap<i64, Vec<Post>>>,
    /// Posts that the current group has awaited, by the group that posted them.
    awaited: RefCell<FxHashMap<i64, Vec<Awaited>>>,
}

impl Order {
    pub fn of_tasks() -> Order {
        Order { is_of_tasks: true, ..Order::default() }
    }

    pub fn is_of_tasks(&self) -> bool {
        self.is_of_tasks
    }

    /// Forgets what the previous group has awaited, at the start of another group.
    pub fn begin_group(&self) {
        self.awaited.borrow_mut().clear();
    }

    /// Records that the group reaches a stage.
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

    /// Records that a thread awaits a stage of another group. Stuck if that group has not posted it.
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

    /// Whether an access of another group precedes the present moment. `by_threads`: the access stands for several
    /// threads of its phase.
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
    /// Whether the thread at `now` is ordered after this wait.
    fn is_before(&self, now: Moment) -> bool {
        self.at.phase < now.phase || self.at.thread == now.thread
    }
}
