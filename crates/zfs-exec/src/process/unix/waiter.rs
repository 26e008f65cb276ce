//! Threads that wait for children.

use std::io::{self, PipeWriter};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::{process, thread};

use super::watch::{STACK, Watch};

/// A thread that waits for children, one after the other. It ends when this is dropped and its child
/// has ended.
#[derive(Debug)]
pub(super) struct Waiter {
    hand_over: SyncSender<(Arc<Watch>, Child, Option<PipeWriter>)>,
    /// The process that the thread is of: a fork has none of it.
    process: u32,
}

impl Waiter {
    pub(super) fn new() -> io::Result<Self> {
        let (hand_over, handed_over) = sync_channel::<(Arc<Watch>, Child, Option<PipeWriter>)>(1);
        thread::Builder::new().name("zfs-exec-wait".to_owned()).stack_size(STACK).spawn(
            move || {
                while let Ok((watch, child, notice)) = handed_over.recv() {
                    watch.wait(child, notice);
                }
            },
        )?;
        Ok(Self { hand_over, process: process::id() })
    }

    /// Whether its thread is there.
    pub(super) fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// Waits for this child, and writes to `notice`, if anybody reads that, when it has ended.
    pub(super) fn wait_for(&self, watch: &Arc<Watch>, child: Child, notice: Option<PipeWriter>) {
        // The thread lives for as long as this does, so it can't fail.
        let _ = self.hand_over.send((Arc::clone(watch), child, notice));
    }
}
