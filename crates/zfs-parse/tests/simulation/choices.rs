//! Choices made by bytes; when these run out, every choice is the first.

#[derive(Debug, Clone)]
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    pub(crate) fn one_of<'c, T>(&mut self, of: &'c [T]) -> &'c T {
        &of[self.below(of.len())]
    }

    /// Places at which to cut so many bytes into pieces, in order; the last piece may be empty.
    pub(crate) fn cuts(&mut self, length: usize) -> Vec<usize> {
        let mut cuts = Vec::new();
        let mut at = 0;
        for _ in 0..self.below(6) {
            let step = usize::from(self.byte()) << (self.byte() % 6);
            at = length.min(at + step / 8);
            cuts.push(at);
        }
        cuts
    }

    /// Takes what stands in front of the next NUL, and the NUL; all, where there is none.
    pub(crate) fn until_nul(&mut self) -> &'a [u8] {
        let mut parts = self.0.splitn(2, |b| *b == 0);
        let first = parts.next().unwrap_or_default();
        self.0 = parts.next().unwrap_or_default();
        first
    }
}
