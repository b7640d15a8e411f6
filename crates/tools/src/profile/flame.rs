//! The flame graph: the width of a box is the time that a predicate took with what it called, above it is what it called.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use ferz::debug::CallProfile;

use super::named_stacks;
use crate::markup::drawn;

/// The width of the drawing, the height of a box, the width of a character, the margin.
const WIDTH: f64 = 1200.0;
const ROW: f64 = 17.0;
const CHARACTER: f64 = 6.7;
const MARGIN: f64 = 10.0;
/// The height of the title.
const HEAD: f64 = 34.0;
/// The part of the width below which a box is left out.
const LEAST: f64 = 0.0004;

const STYLE: &str = "\
.flame text{font:11px ui-monospace,Menlo,'DejaVu Sans Mono',monospace;fill:#26221d;pointer-events:none}\
.flame .head{font-size:13px;font-weight:700}.flame g{cursor:pointer}.flame g:hover rect{stroke:#26221d}\
.flame rect{stroke:#fffdfa;stroke-width:.6}.flame .back{fill:#fffdfa;stroke:none}\
.flame .own0{fill:#f3a25f}.flame .own1{fill:#f0b36b}.flame .own2{fill:#ee9150}.flame .own3{fill:#f6bd84}\
.flame .lib{fill:#c3ccd8}.flame .all{fill:#ddd6cc}\
@media (prefers-color-scheme:dark){.flame .back{fill:#1f1c18}.flame .head{fill:#ece5db}.flame rect{stroke:#1f1c18}}";

/// A click on a box makes it as wide as the drawing.
const SCRIPT: &str = "\
for(const svg of document.querySelectorAll('svg.flame')){\
const boxes=[...svg.querySelectorAll('g')],wide=1200,side=10;\
const zoom=(x,w)=>{for(const g of boxes){\
const l=Math.max(0,(g.dataset.x-x)/w),r=Math.min(1,(+g.dataset.x+ +g.dataset.w-x)/w),rect=g.querySelector('rect'),\
text=g.querySelector('text');g.style.display=r-l<0.0004?'none':'';if(r-l<0.0004)continue;\
rect.setAttribute('x',side+l*wide);rect.setAttribute('width',(r-l)*wide);text.setAttribute('x',side+l*wide+3);\
const most=Math.floor(((r-l)*wide-5)/6.7),name=g.dataset.n;\
text.textContent=most<3?'':name.length<=most?name:name.slice(0,most-1)+'…'}};\
for(const g of boxes)g.onclick=()=>zoom(+g.dataset.x,+g.dataset.w)}";

/// A box: the same predicate, called in the same way.
#[derive(Debug, Default)]
struct FlameBox<'p> {
    name: &'p str,
    depth: usize,
    ticks: u64,
    above: BTreeMap<&'p str, usize>,
}

/// Returns the profile as a flame graph, an SVG. The names of boxes are shown as far as they fit, the whole of them and the
/// samples when the pointer is over them; a click on a box shows it alone, one on the lowest box shows all.
pub fn flame(profile: &CallProfile, title: &str) -> String {
    let boxes = boxes(profile);
    let own: HashSet<&str> = profile
        .predicates
        .iter()
        .filter(|one| one.is_own)
        .map(|one| one.name.as_str())
        .collect();
    let total = boxes[0].ticks.max(1);
    let part = |ticks: u64| ticks as f64 / total as f64;
    let left = lefts(&boxes);
    let is_drawn = |one: &FlameBox<'_>| part(one.ticks) >= LEAST;
    let deepest = boxes
        .iter()
        .filter(|one| is_drawn(one))
        .map(|one| one.depth)
        .max()
        .unwrap_or(0);
    let height = HEAD + (deepest + 1) as f64 * ROW + MARGIN;
    let width = WIDTH + 2.0 * MARGIN;
    let seconds = profile.period.as_secs_f64() * boxes[0].ticks as f64;
    let mut svg = format!(
        "<svg class=\"flame\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\"><style>{STYLE}</style><rect class=\"back\" width=\"100%\" height=\"100%\"/>\
         <text class=\"head\" x=\"{MARGIN}\" y=\"22\">{}: {} samples, {seconds:.3} s</text>\n",
        drawn(title),
        boxes[0].ticks,
    );
    for (one, &before) in boxes.iter().zip(&left) {
        if !is_drawn(one) {
            continue;
        }
        let (x, w) = (part(before), part(one.ticks));
        let y = HEAD + (deepest - one.depth) as f64 * ROW;
        let class = match one.depth {
            0 => "all".to_owned(),
            _ if own.contains(one.name) => format!("own{}", one.name.bytes().map(usize::from).sum::<usize>() % 4),
            _ => "lib".to_owned(),
        };
        let name = drawn(one.name);
        let _written = writeln!(
            svg,
            "<g data-n=\"{name}\" data-x=\"{x:.6}\" data-w=\"{w:.6}\"><title>{name}: {} samples, {:.1}%</title>\
             <rect class=\"{class}\" x=\"{:.2}\" y=\"{y}\" width=\"{:.2}\" height=\"{}\"/>\
             <text x=\"{:.2}\" y=\"{}\">{}</text></g>",
            one.ticks,
            100.0 * w,
            MARGIN + x * WIDTH,
            w * WIDTH,
            ROW - 1.0,
            MARGIN + x * WIDTH + 3.0,
            y + 12.0,
            drawn(&fitting(one.name, w * WIDTH)),
        );
    }
    let _written = write!(svg, "<script>//<![CDATA[\n{SCRIPT}\n//]]></script></svg>");
    svg
}

/// Returns the boxes, each behind the one below it; the first one stands for all.
fn boxes(profile: &CallProfile) -> Vec<FlameBox<'_>> {
    let mut boxes = vec![FlameBox {
        name: "all",
        ..FlameBox::default()
    }];
    for (stack, ticks) in named_stacks(profile) {
        let mut at = 0;
        boxes[0].ticks += ticks;
        for name in stack {
            let new = boxes.len();
            let above = *boxes[at].above.entry(name).or_insert(new);
            if above == new {
                boxes.push(FlameBox {
                    name,
                    depth: boxes[at].depth + 1,
                    ..FlameBox::default()
                });
            }
            at = above;
            boxes[at].ticks += ticks;
        }
    }
    boxes
}

/// Returns the samples that are to the left of each box. Boxes above the same one stand in the order of their names.
fn lefts(boxes: &[FlameBox<'_>]) -> Vec<u64> {
    let mut left = vec![0; boxes.len()];
    for (at, one) in boxes.iter().enumerate() {
        let mut next = left[at];
        for &above in one.above.values() {
            left[above] = next;
            next += boxes[above].ticks;
        }
    }
    left
}

/// Returns as much of a name as fits.
fn fitting(name: &str, width: f64) -> String {
    let most = ((width - 5.0) / CHARACTER).max(0.0) as usize;
    match name.chars().count() {
        _ if most < 3 => String::new(),
        count if count <= most => name.to_owned(),
        _ => name.chars().take(most - 1).chain(['…']).collect(),
    }
}
