//! The making of a record, of the ports of goals.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use ferz::debug::{Port, TraceAction, TraceClause, TraceEvent, TracePlace};
use ferz::{Error, Term};

use super::reason;
use super::rows::{Bounds, Picture, PredicateCounts, RowKind, SearchRecord, SearchRow};

/// The most clauses of a predicate whose heads are compared with its goals.
const MOST_CLAUSES: usize = 40;
/// The rows that there is room for, for each goal that there is room for. Most goals have fewer than three.
const ROWS_OF_A_GOAL: usize = 5;
/// The depth to which goals are written.
const DEPTH: usize = 10;
/// The most characters of a text.
const LONGEST: usize = 240;

/// Names of control constructs, and the argument that leads to a goal, from the body of a clause.
type Way = Vec<(String, usize)>;

/// A goal that may have further ports.
#[derive(Debug, Default)]
struct OpenGoal {
    row: usize,
    parent: i64,
    /// The row from which its body goes on.
    last: usize,
    /// The variables of the clause that it is in, at its call.
    variables: Vec<usize>,
    clauses: Vec<TraceClause>,
    /// How many of the clauses were tried.
    tried: usize,
    has_entered: bool,
    exits: usize,
}

/// Makes the record of a search.
#[derive(Debug)]
pub(super) struct SearchRecorder {
    pub record: SearchRecord,
    bounds: Bounds,
    open: HashMap<i64, OpenGoal>,
    text_ids: HashMap<String, usize>,
    place_ids: HashMap<(String, usize, usize), usize>,
    predicate_ids: HashMap<(String, String, usize), usize>,
    picture_ids: HashMap<Picture, usize>,
    /// Pictures by the goals that they show.
    drawn: HashMap<String, Option<usize>>,
    /// Ways by rows of goals.
    ways: HashMap<usize, Way>,
    /// Whether the goal of a row has left alternatives.
    alternatives: HashSet<usize>,
    goals: usize,
    text_bytes: usize,
    picture_bytes: usize,
    shortened: usize,
    unwritten: usize,
    undrawn: usize,
    /// The functors that the hook draws; `None` for any.
    hook: Vec<Option<(String, usize)>>,
    running: usize,
    clock: Instant,
}

impl SearchRecorder {
    pub(super) fn new(query: &str, bounds: Bounds, hook: Vec<Option<(String, usize)>>) -> SearchRecorder {
        let mut recorder = SearchRecorder {
            record: SearchRecord::default(),
            bounds,
            open: HashMap::new(),
            text_ids: HashMap::new(),
            place_ids: HashMap::new(),
            predicate_ids: HashMap::new(),
            picture_ids: HashMap::new(),
            drawn: HashMap::new(),
            ways: HashMap::new(),
            alternatives: HashSet::new(),
            goals: 0,
            text_bytes: 0,
            picture_bytes: 0,
            shortened: 0,
            unwritten: 0,
            undrawn: 0,
            hook,
            running: 0,
            clock: Instant::now(),
        };
        recorder.text("");
        recorder.record.places.push(TracePlace::default());
        recorder.record.predicates.push(PredicateCounts {
            name: "query".to_owned(),
            is_own: true,
            ..PredicateCounts::default()
        });
        let text = recorder.text(&format!("?- {query}"));
        recorder.push(RowKind::Call, 0, 0, text, 0);
        recorder.open.insert(0, OpenGoal::default());
        recorder
    }

    /// Takes a port, and says how the search goes on.
    pub(super) fn event(&mut self, event: &mut TraceEvent<'_>) -> TraceAction {
        let running = self.clock.elapsed();
        if let Some(predicate) = self.record.predicates.get_mut(self.running) {
            predicate.time += running;
        }
        let taken = self.take(event);
        self.clock = Instant::now();
        match taken {
            Ok(true) => TraceAction::Creep,
            Ok(false) => {
                self.record.is_cut_short = true;
                TraceAction::Abort
            }
            // There is no room for texts.
            Err(_) => TraceAction::Abort,
        }
    }

    fn take(&mut self, event: &mut TraceEvent<'_>) -> Result<bool, Error> {
        let frame = event.frame();
        let is_call = event.port() == Port::Call;
        let is_full = self.record.rows.len() >= self.bounds.goals.saturating_mul(ROWS_OF_A_GOAL).saturating_add(1000);
        if is_full || is_call && self.goals >= self.bounds.goals {
            return Ok(false);
        }
        if is_call {
            self.call(event)?;
            return Ok(true);
        }
        let Some(mut goal) = self.open.remove(&frame) else {
            return Ok(true);
        };
        let mut is_done = false;
        match event.port() {
            Port::Unify => self.enter(event, &mut goal),
            Port::Exit => {
                is_done = !event.has_alternatives();
                self.exit(event, &mut goal)?;
            }
            Port::Fail => {
                is_done = true;
                self.fail(event, &mut goal)?;
            }
            Port::Exception => {
                is_done = true;
                let message = event.exception_message().unwrap_or_default();
                let text = self.text(message.lines().next().unwrap_or_default());
                self.push(RowKind::Exception, goal.last, goal.row, text, 0);
                self.go_on(goal.parent, self.row(goal.row).up);
                self.running = self.predicate_of(goal.parent);
            }
            Port::Cut => self.cut(&mut goal),
            Port::Call | Port::Redo => self.running = self.row(goal.row).predicate,
        }
        if !is_done {
            self.open.insert(frame, goal);
        }
        Ok(true)
    }

    fn call(&mut self, event: &mut TraceEvent<'_>) -> Result<(), Error> {
        self.goals += 1;
        let parent = event.parent();
        let mut up = self.open.get(&parent).map_or(0, |parent| parent.last);
        let way = event.way();
        if let Some(way) = &way {
            up = self.before(up, way);
        }
        let predicate = self.predicate(event);
        let mut text = event.goal_text(DEPTH)?;
        let negated = way.iter().flatten().filter(|(name, _)| name == "\\+").count();
        text.push_str(&"   in \\+".repeat(negated.min(1)));
        let text = self.text(&text);
        let place = event.place();
        let place = place.map_or(0, |place| self.place(place));
        let row = self.push(RowKind::Call, up, 0, text, place);
        self.record.rows[row].goal = row;
        self.record.rows[row].predicate = predicate;
        self.record.predicates[predicate].calls += 1;
        self.running = predicate;
        if let Some(way) = way {
            self.ways.insert(row, way);
        }
        let is_own = self.record.predicates[predicate].is_own;
        let clauses = if is_own {
            event.clauses(MOST_CLAUSES)?
        } else {
            Vec::new()
        };
        let variables = self.variables(event)?;
        if is_own {
            self.draw(event, row)?;
        }
        let goal = OpenGoal {
            row,
            parent,
            last: row,
            variables,
            clauses,
            ..OpenGoal::default()
        };
        self.open.insert(event.frame(), goal);
        Ok(())
    }

    /// Returns the row from which a goal goes on: goals in other branches of a disjunction do not come before it.
    fn before(&self, mut up: usize, way: &Way) -> usize {
        loop {
            let row = self.row(self.behind_cuts(up));
            let ends_here = match self.ways.get(&row.goal) {
                Some(other) if matches!(row.kind, RowKind::Exit(_)) => comes_before(other, way),
                _ => true,
            };
            if ends_here {
                return up;
            }
            up = self.row(row.goal).up;
        }
    }

    /// Returns the first row from which others go on, and that is no cut.
    fn behind_cuts(&self, mut row: usize) -> usize {
        while self.row(row).kind == RowKind::Cut {
            row = self.row(row).up;
        }
        row
    }

    fn enter(&mut self, event: &mut TraceEvent<'_>, goal: &mut OpenGoal) {
        let entered = event.entered();
        let found = (goal.tried..goal.clauses.len()).find(|&i| Some(goal.clauses[i].reference) == entered);
        let mut place = 0;
        if let Some(index) = found {
            self.skip(goal, index);
            goal.tried = index + 1;
            place = goal.clauses[index].place.clone().map_or(0, |place| self.place(place));
        }
        goal.has_entered = true;
        goal.last = self.push(RowKind::Clause, goal.row, goal.row, 0, place);
        self.running = self.row(goal.row).predicate;
    }

    /// Adds rows for the clauses up to one whose heads do not match.
    fn skip(&mut self, goal: &mut OpenGoal, end: usize) {
        for index in goal.tried..end {
            let Some(mismatch) = &goal.clauses[index].mismatch else {
                continue;
            };
            let text = self.text(&reason::mismatch(mismatch));
            let place = goal.clauses[index].place.clone().map_or(0, |place| self.place(place));
            self.push(RowKind::Skip, goal.row, goal.row, text, place);
        }
        goal.tried = goal.tried.max(end);
    }

    fn exit(&mut self, event: &mut TraceEvent<'_>, goal: &mut OpenGoal) -> Result<(), Error> {
        goal.exits += 1;
        let now = self.variables(event)?;
        let new: Vec<&str> = now
            .iter()
            .filter(|text| !goal.variables.contains(text))
            .map(|&text| self.record.texts[text].as_str())
            .collect();
        let mut text = new.join(", ");
        if text.is_empty() && now.is_empty() {
            // The clause has no names for its variables.
            text = event.goal_text(DEPTH)?;
            if text == self.record.texts[self.row(goal.row).text] {
                text.clear();
            }
        }
        let text = self.text(&text);
        let has_more = event.has_alternatives();
        let row = self.push(RowKind::Exit(has_more), goal.last, goal.row, text, 0);
        if has_more {
            self.alternatives.insert(goal.row);
        } else {
            self.alternatives.remove(&goal.row);
        }
        let predicate = self.row(goal.row).predicate;
        self.record.predicates[predicate].exits += 1;
        self.go_on(goal.parent, row);
        self.running = self.predicate_of(goal.parent);
        Ok(())
    }

    fn fail(&mut self, event: &mut TraceEvent<'_>, goal: &mut OpenGoal) -> Result<(), Error> {
        let predicate = self.row(goal.row).predicate;
        let is_own = self.record.predicates[predicate].is_own;
        self.skip(goal, goal.clauses.len());
        let text = if goal.exits > 0 {
            "no more solutions".to_owned()
        } else if goal.has_entered {
            String::new()
        } else if is_own {
            "no clause matches".to_owned()
        } else {
            reason::of_test(event)
        };
        let text = self.text(&text);
        self.push(RowKind::Fail, goal.last, goal.row, text, 0);
        self.alternatives.remove(&goal.row);
        self.record.predicates[predicate].fails += 1;
        self.go_on(goal.parent, self.row(goal.row).up);
        self.running = self.predicate_of(goal.parent);
        Ok(())
    }

    /// A cut drops the alternatives of the goals before it, and the clauses that are left.
    fn cut(&mut self, goal: &mut OpenGoal) {
        let mut dropped = Vec::new();
        let mut at = self.behind_cuts(goal.last);
        while let RowKind::Exit(_) = self.row(at).kind {
            let before = self.row(at).goal;
            if self.alternatives.remove(&before) {
                let text = &self.record.texts[self.row(before).text];
                dropped.push(format!("more solutions of {text}"));
            }
            at = self.behind_cuts(self.row(before).up);
        }
        dropped.reverse();
        for clause in &goal.clauses[goal.tried.min(goal.clauses.len())..] {
            if clause.mismatch.is_none() {
                dropped.push(match &clause.place {
                    Some(place) => format!("the clause in line {}", place.line),
                    None => "a clause".to_owned(),
                });
            }
        }
        goal.tried = goal.clauses.len();
        let text = match dropped.is_empty() {
            true => "drops nothing".to_owned(),
            false => format!("drops {}", dropped.join(", ")),
        };
        let text = self.text(&text);
        goal.last = self.push(RowKind::Cut, goal.last, goal.row, text, 0);
    }

    /// Adds a solution of the query.
    pub(super) fn solution(&mut self, answer: &str) {
        self.record.solutions += 1;
        let last = self.open.get(&0).map_or(0, |query| query.last);
        let text = self.text(answer);
        self.push(RowKind::Solution, last, 0, text, 0);
        self.clock = Instant::now();
    }

    /// Ends the record.
    pub(super) fn finish(&mut self) -> SearchRecord {
        let mut record = std::mem::take(&mut self.record);
        let mut note = |is_there: bool, text: String| {
            if is_there {
                record.left_out.push(text);
            }
        };
        note(
            record.is_cut_short,
            format!("The search goes on: it was ended after {} goals.", self.goals),
        );
        note(
            self.unwritten > 0,
            format!(
                "{} texts are left out, since all would take too much room.",
                self.unwritten
            ),
        );
        note(
            self.shortened > 0,
            format!("{} long texts are shortened.", self.shortened),
        );
        note(
            self.undrawn > 0,
            format!(
                "{} pictures are left out, since all would take too much room.",
                self.undrawn
            ),
        );
        record
    }

    /// Sets the row from which the body of a goal goes on.
    fn go_on(&mut self, frame: i64, row: usize) {
        if let Some(goal) = self.open.get_mut(&frame) {
            goal.last = row;
        }
    }

    fn predicate_of(&self, frame: i64) -> usize {
        self.open.get(&frame).map_or(0, |goal| self.row(goal.row).predicate)
    }

    fn row(&self, row: usize) -> SearchRow {
        self.record.rows[row]
    }

    fn push(&mut self, kind: RowKind, up: usize, goal: usize, text: usize, place: usize) -> usize {
        self.record.rows.push(SearchRow {
            kind,
            up,
            goal,
            text,
            place,
            predicate: 0,
        });
        self.record.rows.len() - 1
    }

    fn variables(&mut self, event: &mut TraceEvent<'_>) -> Result<Vec<usize>, Error> {
        let texts = event.variable_texts()?;
        Ok(texts.iter().map(|text| self.text(text)).collect())
    }

    fn text(&mut self, text: &str) -> usize {
        if let Some(&known) = self.text_ids.get(text) {
            return known;
        }
        let mut kept = text.to_owned();
        if text.len() > LONGEST
            && let Some((end, _)) = text.char_indices().nth(LONGEST)
        {
            kept = format!("{}…", &text[..end]);
            self.shortened += 1;
        }
        if self.text_bytes + kept.len() > self.bounds.text {
            self.unwritten += 1;
            kept = "…".to_owned();
        }
        if let Some(&known) = self.text_ids.get(&kept) {
            return known;
        }
        self.text_bytes += kept.len();
        let id = self.record.texts.len();
        self.text_ids.insert(kept.clone(), id);
        self.record.texts.push(kept);
        id
    }

    fn place(&mut self, place: TracePlace) -> usize {
        let key = (place.file.clone(), place.line, place.column);
        let places = &mut self.record.places;
        *self.place_ids.entry(key).or_insert_with(|| {
            places.push(place);
            places.len() - 1
        })
    }

    fn predicate(&mut self, event: &TraceEvent<'_>) -> usize {
        let (module, name, arity) = event.predicate();
        let predicates = &mut self.record.predicates;
        *self
            .predicate_ids
            .entry((module, name, arity))
            .or_insert_with_key(|(module, name, arity)| {
                let shown = format!("{}/{arity}", Term::atom(name));
                predicates.push(PredicateCounts {
                    name: match module.as_str() {
                        "user" | "system" => shown,
                        _ => format!("{module}:{shown}"),
                    },
                    is_own: module != "system",
                    ..PredicateCounts::default()
                });
                predicates.len() - 1
            })
    }

    /// Asks the hook of the program for a picture of a goal.
    fn draw(&mut self, event: &mut TraceEvent<'_>, row: usize) -> Result<(), Error> {
        let (_, name, arity) = event.predicate();
        let draws = |drawn: &Option<(String, usize)>| match drawn {
            Some((own, count)) => *own == name && *count == arity,
            None => true,
        };
        if !self.hook.iter().any(draws) {
            return Ok(());
        }
        let goal = event.goal()?.to_string();
        let found = match self.drawn.get(&goal) {
            Some(&known) => known,
            None => {
                let picture = picture_of(event, &goal);
                let found = picture.and_then(|picture| self.picture(picture));
                self.drawn.insert(goal, found);
                found
            }
        };
        if let Some(picture) = found {
            self.record.pictured.push((row, picture));
        }
        Ok(())
    }

    fn picture(&mut self, picture: Picture) -> Option<usize> {
        if let Some(&known) = self.picture_ids.get(&picture) {
            return Some(known);
        }
        let (Picture::Svg(text) | Picture::Text(text)) = &picture;
        if self.picture_bytes + text.len() > self.bounds.pictures {
            self.undrawn += 1;
            return None;
        }
        self.picture_bytes += text.len();
        let id = self.record.pictures.len();
        self.record.pictures.push(picture.clone());
        self.picture_ids.insert(picture, id);
        Some(id)
    }
}

/// Calls the hook. One that fails or raises an exception draws nothing.
fn picture_of(event: &mut TraceEvent<'_>, goal: &str) -> Option<Picture> {
    let answer = event.once(&format!("show_state(({goal}), Picture)")).ok()??;
    Picture::of(answer.term("Picture")?.as_ref())
}

/// Whether the goal at one way runs before that at the other, in the same solution of a body.
fn comes_before(one: &Way, other: &Way) -> bool {
    let fork = one.iter().zip(other).find(|(a, b)| a != b);
    fork.is_some_and(|((name, a), (_, b))| a < b && matches!(name.as_str(), "," | "->" | "*->"))
}
