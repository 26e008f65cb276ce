//! Records of several outputs as those of one.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Places, Record, Records};

impl Records {
    /// The records of several outputs, one after the other; each tells its line in its own. Those
    /// that are not as wide as the first are left out: there are none in the answers to parts.
    pub(crate) fn joined(all: Vec<Self>) -> Self {
        let width = all.first().map_or(0, |first| first.width);
        let are_lines = all.iter().all(|each| matches!(each.places, Places::Lines { .. }));
        let mut joined =
            if are_lines { Self::of_lines(width) } else { Self::new(Vec::new(), width) };
        for next in all.into_iter().filter(|next| next.width == width) {
            let next = if are_lines { next } else { next.anywhere() };
            let offset = joined.output.len();
            match (&mut joined.places, next.places) {
                (Places::Lines { bases, starts }, Places::Lines { bases: more, starts: last }) => {
                    bases.extend(more.iter().map(|base| base.saturating_add(offset)));
                    starts.extend(last);
                }
                (Places::Anywhere(places), Places::Anywhere(more)) => {
                    let moved = |place: Range<usize>| {
                        place.start.saturating_add(offset)..place.end.saturating_add(offset)
                    };
                    places.extend(more.into_iter().map(moved));
                }
                _ => {}
            }
            joined.lines.extend(&next.lines);
            joined.output.extend(next.output);
        }
        joined
    }

    /// The same of these fields, in this order.
    pub(crate) fn of_fields(self, fields: &[usize]) -> Self {
        let Self { output, width, lines, places } = self.anywhere();
        let Places::Anywhere(all) = places else { return Self::new(output, fields.len()) };
        let chosen = |record: &[Range<usize>]| {
            let field = |field: &usize| record.get(*field).cloned().unwrap_or_default();
            fields.iter().map(field).collect::<Vec<_>>()
        };
        let places = Places::Anywhere(all.chunks(width.max(1)).flat_map(chosen).collect());
        Self { output, width: fields.len(), lines, places }
    }

    /// The same with a place for each field.
    fn anywhere(self) -> Self {
        let Places::Lines { .. } = &self.places else { return self };
        let fields = |record: Record<'_>| {
            let place = move |field| {
                let place = record.place(field).unwrap_or_default();
                place.start.saturating_add(record.base)..place.end.saturating_add(record.base)
            };
            (0..self.width).map(place).collect::<Vec<_>>()
        };
        let places = (0..self.len()).filter_map(|index| self.get(index)).flat_map(fields);
        let places = Places::Anywhere(places.collect());
        Self { places, ..self }
    }
}
