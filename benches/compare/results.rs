//! What was measured: times of cases, peaks of memory, faults; and what is computed of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::jobs::START;

/// The times of one case on each system, by the name of the system.
pub(crate) struct Case {
    pub program: String,
    pub name: String,
    pub times: BTreeMap<String, Vec<f64>>,
}

/// All that a run of the comparison has found out.
#[derive(Default)]
pub(crate) struct Results {
    pub systems: Vec<String>,
    /// In the order in which they were first heard of.
    pub cases: Vec<Case>,
    /// Peak resident memory in KiB, by program and system.
    pub peaks: BTreeMap<(String, String), u64>,
    pub faults: Vec<String>,
}

/// Times too short for the clocks of the systems say nothing as ratios, unless they are means of many.
const SHORTEST: f64 = 0.005;

impl Results {
    pub(crate) fn time(&mut self, program: &str, name: &str, system: &str, time: f64) {
        let known = self
            .cases
            .iter()
            .position(|case| case.name == name && case.program == program);
        let place = known.unwrap_or_else(|| {
            self.cases.push(Case {
                program: program.to_owned(),
                name: name.to_owned(),
                times: BTreeMap::new(),
            });
            self.cases.len() - 1
        });
        self.cases[place].times.entry(system.to_owned()).or_default().push(time);
    }

    pub(crate) fn peak(&mut self, program: &str, system: &str, kib: u64) {
        let most = self.peaks.entry((program.to_owned(), system.to_owned())).or_insert(kib);
        *most = kib.max(*most);
    }

    /// The system that the others are measured by.
    pub(crate) fn base(&self) -> &str {
        let swipl = self.systems.iter().find(|name| *name == "swipl");
        swipl.or(self.systems.first()).map_or("", String::as_str)
    }

    pub(crate) fn programs(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.cases.iter().map(|case| case.program.as_str()).collect();
        names.dedup();
        names
    }

    pub(crate) fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// The geometric mean of the ratios of a system to another, over the cases of a program or over all; and how
    /// many there are.
    pub(crate) fn mean(&self, program: Option<&str>, system: &str, base: &str) -> Option<(f64, usize)> {
        let wanted = self
            .cases
            .iter()
            .filter(|case| program.is_none_or(|name| case.program == name));
        let ratios: Vec<f64> = wanted.filter_map(|case| case.ratio(system, base)).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        (!ratios.is_empty()).then_some((mean, ratios.len()))
    }

    /// The sum of the times of a program's cases; of those alone that were measured.
    pub(crate) fn total(&self, program: &str, system: &str) -> Option<f64> {
        let cases = self.cases.iter().filter(|case| case.program == program);
        let times: Vec<f64> = cases.filter_map(|case| case.median(system)).collect();
        (!times.is_empty()).then(|| times.iter().sum())
    }

    /// As lines of fields, to be read again by [`Results::parse`].
    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |fields: &[&str]| {
            writeln!(text, "{}", fields.join("\t")).expect("writing to a string does not fail");
        };
        for system in &self.systems {
            line(&["system", system]);
        }
        for case in &self.cases {
            for (system, times) in &case.times {
                for time in times {
                    line(&["time", &case.program, &case.name, system, &time.to_string()]);
                }
            }
        }
        for ((program, system), kib) in &self.peaks {
            line(&["peak", program, system, &kib.to_string()]);
        }
        for fault in &self.faults {
            line(&["fault", fault]);
        }
        text
    }

    pub(crate) fn parse(text: &str) -> Result<Results, String> {
        let mut results = Results::default();
        for line in text.lines() {
            let wrong = || format!("{line}: not a line of results");
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["system", name] => results.systems.push(name.to_owned()),
                ["time", program, name, system, time] => {
                    results.time(program, name, system, time.parse().map_err(|_| wrong())?);
                }
                ["peak", program, system, kib] => results.peak(program, system, kib.parse().map_err(|_| wrong())?),
                ["fault", fault] => results.faults.push(fault.to_owned()),
                _ => return Err(wrong()),
            }
        }
        Ok(results)
    }
}

impl Case {
    /// The median of the rounds.
    pub(crate) fn median(&self, system: &str) -> Option<f64> {
        let mut sorted = self.times.get(system)?.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        Some(if sorted.len() % 2 == 1 {
            sorted[middle]
        } else {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        })
    }

    pub(crate) fn ratio(&self, system: &str, base: &str) -> Option<f64> {
        let (time, base) = (self.median(system)?, self.median(base)?);
        (self.name == START || time.min(base) >= SHORTEST).then(|| time / base)
    }
}
