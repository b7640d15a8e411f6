//! Lines of a text by offsets.

/// The places at which the lines of a text begin.
pub(crate) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(crate) fn of(text: &str) -> LineStarts {
        LineStarts(text.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// Returns the number of the line at an offset, counted from 1.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.0.partition_point(|&start| start <= offset) + 1
    }
}
