//! What follows where a question's output is refused: the same in JSON, or the index and the search
//! for the one way to cut the bytes into its records, and the cells that are asked for alone.

use alloc::vec::Vec;
use core::mem;

use super::{MOST_CELLS, MOST_TRIES, Named, Part, Phase, Question, Refused};
use crate::answer::{Gathered, unreadable};
use crate::exchange::{Finished, Step};
use crate::json;
use crate::question::sealed::FoundBy;
use crate::wire::{Cut, Frame, NoCut, Read, Records};

impl<Q: Question> Part<Q> {
    /// Holds a document against the output that was refused, and answers if they agree.
    pub(super) fn hold_against(mut self, refused: Refused) -> Step<Self> {
        let dialect = self.gathered.dialect;
        let document = mem::take(&mut self.output);
        let records = json::datasets(&document).and_then(|datasets| {
            let width = self.question.recovery(dialect)?.fields;
            let fields = self.question.fields_of(&datasets, dialect)?;
            Records::rendered(fields, width, &refused.output)
        });
        match records {
            Some(records) => {
                let commands = mem::take(&mut self.gathered.commands);
                let gathered = Gathered { commands, ..refused.gathered };
                let (reading, lacks) = self.question.reading(records, FoundBy::Proof, dialect);
                Step::Done(gathered.answer(reading, lacks))
            }
            None => {
                let index = self.question.index(dialect);
                self.run(index, Phase::Index { refused })
            }
        }
    }

    /// The index, if it is all there.
    pub(super) fn index(&mut self) -> Option<Records> {
        let width = self.question.recovery(self.gathered.dialect)?.width;
        let output = mem::take(&mut self.output);
        let Read { records, errors } = Frame::closed(width).read(output, true, &Named);
        errors.is_empty().then_some(records)
    }

    /// Cuts the output into the records of the index.
    pub(super) fn cut(mut self, refused: Refused, index: Records) -> Step<Self> {
        let dialect = self.gathered.dialect;
        let Some(recovery) = self.question.recovery(dialect) else {
            return self.give_up(refused, None);
        };
        let pieces = |row: usize, pieces: &mut Vec<_>| {
            if let Some(row) = index.get(row) {
                self.question.pieces(&row, dialect, pieces);
            }
        };
        match Cut::new(&refused.output, index.len(), recovery.fields, pieces) {
            Ok(found) => {
                let commands = mem::take(&mut self.gathered.commands);
                self.gathered = Gathered { commands, ..refused.gathered };
                self.next_cell(found, index)
            }
            Err(NoCut::Missing(_)) if refused.tries.saturating_add(1) < MOST_TRIES => {
                let refused = Refused { tries: refused.tries.saturating_add(1), ..refused };
                let index = self.question.index(dialect);
                self.run(index, Phase::Index { refused })
            }
            Err(_) => self.give_up(refused, None),
        }
    }

    /// Asks for the next cell that could say several things, or answers.
    pub(super) fn next_cell(self, mut found: Cut, index: Records) -> Step<Self> {
        let dialect = self.gathered.dialect;
        while let Some((record, field)) = found.next_hole().filter(|_| found.filled() < MOST_CELLS)
        {
            let row = index.get(record);
            match row.and_then(|row| self.question.alone(&row, field, dialect)) {
                Some(command) => return self.run(command, Phase::Cells { found, index }),
                None => found.fill(Vec::new(), false),
            }
        }
        self.with_cells(found)
    }

    /// Answers with what was found by the index, and the cells that were asked for alone.
    pub(super) fn with_cells(self, found: Cut) -> Step<Self> {
        let (records, errors) = found.into_records();
        let (reading, mut lacks) =
            self.question.reading(records, FoundBy::Index, self.gathered.dialect);
        lacks.extend(unreadable(errors));
        Step::Done(self.gathered.answer(reading, lacks))
    }

    /// Answers with what can be believed of the output as it was; `finished` tells why no more was
    /// found out.
    pub(super) fn give_up(self, refused: Refused, finished: Option<&Finished>) -> Step<Self> {
        let Refused { output, gathered, .. } = refused;
        let mut gathered = Gathered { commands: self.gathered.commands, ..gathered };
        if let Some(finished) = finished {
            gathered.take(finished);
        }
        let (reading, lacks) = self.question.read(output, true, gathered.dialect);
        Step::Done(gathered.answer(reading, lacks))
    }
}
