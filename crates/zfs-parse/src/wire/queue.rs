//! A queue that can be looked at as a slice.

use alloc::vec::Vec;

#[derive(Debug)]
pub(super) struct Queue<T> {
    items: Vec<T>,
    taken: usize,
}

impl<T> Queue<T> {
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
    pub(super) fn pop(&mut self) {
        self.taken = self.taken.saturating_add(1).min(self.items.len());
    }

    pub(super) fn front_mut(&mut self) -> Option<&mut T> {
        self.items.get_mut(self.taken)
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
