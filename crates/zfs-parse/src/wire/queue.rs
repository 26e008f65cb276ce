//! A queue whose front can be looked at as a slice, and which can take back what it has given out.

use alloc::vec::Vec;

#[derive(Debug)]
pub(super) struct Queue<T> {
    items: Vec<T>,
    taken: usize,
}

impl<T: Clone> Queue<T> {
    pub(super) const fn new() -> Self {
        Self { items: Vec::new(), taken: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.taken == self.items.len()
    }

    pub(super) fn front(&self) -> Option<&T> {
        self.items.get(self.taken)
    }

    /// Takes what is at the front.
    pub(super) fn pop(&mut self) -> Option<T> {
        let item = self.front()?.clone();
        self.taken += 1;
        Some(item)
    }

    /// Puts back the last that were taken, if nothing was pushed since.
    pub(super) fn put_back(&mut self, count: usize) {
        self.taken = self.taken.saturating_sub(count);
    }

    /// Those that have not been taken.
    pub(super) fn rest(&self) -> &[T] {
        self.items.get(self.taken..).unwrap_or_default()
    }

    pub(super) fn push(&mut self, item: T) {
        self.forget();
        self.items.push(item);
    }

    /// Forgets what was taken, once that is most of what is there: so each item is moved once at
    /// most.
    fn forget(&mut self) {
        if self.taken == self.items.len() {
            self.items.clear();
            self.taken = 0;
        } else if self.taken > self.items.len() / 2 {
            self.items.drain(..self.taken);
            self.taken = 0;
        }
    }
}
