//! The results as a drawing: for each program a bar for each system, on a logarithmic scale, from the line of the
//! system that the others are measured by. An SVG that follows the reader's choice of light or dark.

use std::fmt::Write as _;

use crate::report::prologs;
use crate::results::Results;

const LEFT: f64 = 130.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 64.0;
const WIDTH: f64 = 820.0;

/// Where the scale may have its lines.
const TICKS: [f64; 14] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0,
];

/// Of the systems after the first, in light and in dark.
const COLOURS: [(&str, &str); 6] = [
    ("#8c959f", "#8b949e"),
    ("#54a0d6", "#58a6ff"),
    ("#3f9a5a", "#3fb950"),
    ("#a475d1", "#bc8cff"),
    ("#bf8700", "#d29922"),
    ("#d1577e", "#f778ba"),
];

struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn x(&self, ratio: f64) -> f64 {
        let part = (ratio.clamp(self.low, self.high) / self.low).ln() / (self.high / self.low).ln();
        LEFT + part * (WIDTH - LEFT - RIGHT)
    }
}

pub(crate) fn svg(results: &Results) -> String {
    let base = results.base();
    let systems: Vec<&str> = prologs(results).into_iter().filter(|name| *name != base).collect();
    let ratio = |program: Option<&str>, system: &str| results.mean(program, system, base).map(|(mean, _)| mean);
    let mut programs: Vec<&str> = results.programs();
    programs.retain(|program| ratio(Some(program), systems[0]).is_some());
    let order = |program: &&str| ratio(Some(program), systems[0]).unwrap_or(f64::MAX);
    programs.sort_by(|a, b| order(a).total_cmp(&order(b)));
    let rows: Vec<(String, Option<&str>)> = [("geometric mean".to_owned(), None)]
        .into_iter()
        .chain(programs.iter().map(|program| ((*program).to_owned(), Some(*program))))
        .collect();

    let all = rows
        .iter()
        .flat_map(|(_, program)| systems.iter().filter_map(|system| ratio(*program, system)));
    let (low, high) = all.fold((1.0_f64, 1.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    // A system that is far off must not make the others' differences unseen.
    let scale = Scale {
        low: TICKS.into_iter().rfind(|tick| *tick <= low).unwrap_or(TICKS[0]),
        high: TICKS.into_iter().find(|tick| *tick >= high).unwrap_or(10.0).min(10.0),
    };
    let thin = 3.0;
    let step = 9.0 + thin * (systems.len() - 1) as f64 + 6.0;
    let height = TOP + step * (rows.len() as f64 + 0.6) + 12.0;

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
    );
    text += &style(systems.len());
    let mut put = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    put(format!(
        "<text class=\"t\" x=\"{LEFT}\" y=\"16\">Processor time, {base} = 1; to the left is faster</text>"
    ));
    let mut x = LEFT;
    for (i, system) in systems.iter().enumerate() {
        put(format!(
            "<rect class=\"s{i}\" x=\"{x}\" y=\"26\" width=\"12\" height=\"8\"/>"
        ));
        put(format!("<text class=\"t\" x=\"{}\" y=\"34\">{system}</text>", x + 17.0));
        x += 34.0 + 7.0 * system.len() as f64;
    }
    for tick in TICKS
        .into_iter()
        .filter(|tick| *tick >= scale.low && *tick <= scale.high)
    {
        let (x, class) = (scale.x(tick), if tick == 1.0 { "one" } else { "grid" });
        put(format!(
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{:.1}\"/>",
            height - 12.0
        ));
        put(format!(
            "<text class=\"t m\" x=\"{x:.1}\" y=\"{}\">{tick}</text>",
            TOP - 6.0
        ));
    }
    let mut y = TOP + 6.0;
    for (name, program) in &rows {
        let weight = if program.is_none() { " font-weight=\"bold\"" } else { "" };
        put(format!(
            "<text class=\"t e\" x=\"{}\" y=\"{:.1}\"{weight}>{name}</text>",
            LEFT - 8.0,
            y + 9.0
        ));
        let mut bar = y;
        for (i, system) in systems.iter().enumerate() {
            let thick = if i == 0 { 9.0 } else { thin };
            if let Some(ratio) = ratio(*program, system) {
                let (a, b) = (scale.x(1.0), scale.x(ratio));
                put(format!(
                    "<rect class=\"s{i}\" x=\"{:.1}\" y=\"{bar:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
                     <title>{name}, {system}: {ratio:.2}</title></rect>",
                    a.min(b),
                    (a - b).abs().max(1.0),
                    thick - 0.5
                ));
            }
            bar += thick;
        }
        y += if program.is_none() { step * 1.4 } else { step };
    }
    text + "</svg>\n"
}

fn style(systems: usize) -> String {
    let colour = |i: usize| match i {
        0 => ("#d9480f", "#ff922b"),
        _ => COLOURS[(i - 1) % COLOURS.len()],
    };
    let (mut light, mut dark) = (String::new(), String::new());
    for i in 0..systems {
        light += &format!(".s{i}{{fill:{}}}", colour(i).0);
        dark += &format!(".s{i}{{fill:{}}}", colour(i).1);
    }
    format!(
        "<style>.t{{fill:#24292f}}.m{{text-anchor:middle}}.e{{text-anchor:end}}.grid{{stroke:#8884}}.one{{stroke:#24292f}}\
         {light}@media(prefers-color-scheme:dark){{.t{{fill:#e6edf3}}.one{{stroke:#e6edf3}}{dark}}}</style>\n"
    )
}
