//! HTML as terms, under `texts/foreign/sgml.pl`: read as browsers do, but without the elements that are not in the text.

use std::borrow::Cow;
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, ExpandedName, LocalName, Namespace, QualName, TokenizerResult};

use super::dom::{DocumentShape, attribute, element};
use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::args::text_arg::{need_text, text_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[det!("$html_dom(+text, +shape, -content)", 3, html_dom_3)
    .doc("Unifies content with that of a text in HTML. Shape is shape(Space, Values, Texts).")];

/// Bytes of the text that are read between two looks at the limits: fewer if many elements may be opened again by each
/// tag, as those of [`REOPENED`] are.
const CHUNK: usize = 4096;
const MANY: usize = 64;
const REOPENED: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];
/// Bytes of a node beside its texts.
const NODE: usize = 160;

fn html_dom_3(m: &mut Machine, text: Cell, shape: Cell, content: Cell) -> Step {
    let Some(shape_of) = DocumentShape::of(m, shape) else {
        return Err(m.type_or_instantiation_error(Type::Compound, shape));
    };
    let text = need_text(m, text)?;
    let mut aside = 0;
    let built = parse(m, &text, &mut aside).and_then(|(nodes, seen)| content_of(m, &nodes, seen, shape_of, &mut aside));
    m.limits.take_back(aside);
    let list = built?;
    m.unify(content, list)
}

/// Reads a text; returns the nodes, the document first, and the elements of [`IMPLIED`] that the text has.
fn parse(m: &mut Machine, text: &str, aside: &mut usize) -> Result<(Vec<HtmlNode>, [bool; 5]), Stop> {
    let builder = TreeBuilder::new(HtmlSink::default(), TreeBuilderOpts::default());
    let noting = Noting {
        builder,
        seen: Slot::default(),
        reopened: Slot::new(0),
    };
    let tokenizer = Tokenizer::new(noting, TokenizerOpts::default());
    let input = BufferQueue::default();
    take(m, aside, text.len())?;
    let mut rest = text;
    while !rest.is_empty() {
        let chunk = (CHUNK * MANY / (tokenizer.sink.reopened.get() + MANY)).max(4);
        let mut end = chunk.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        input.push_back(StrTendril::from_slice(&rest[..end]));
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        rest = &rest[end..];
        let held = text.len() + tokenizer.sink.builder.sink.bytes.get();
        take(m, aside, held.saturating_sub(*aside))?;
        m.poll()?;
    }
    tokenizer.end();
    let seen = tokenizer.sink.seen.get();
    let nodes = tokenizer.sink.builder.sink.nodes.take();
    Ok((nodes, seen))
}

fn take(m: &mut Machine, aside: &mut usize, bytes: usize) -> Step {
    m.set_aside(bytes)?;
    *aside += bytes;
    Ok(())
}

/// Elements that are there, whether the text has tags of them or not.
const IMPLIED: [&str; 5] = ["html", "head", "body", "tbody", "colgroup"];

/// Hands on all tokens, and notes which tags there are.
struct Noting {
    builder: TreeBuilder<NodeHandle, HtmlSink>,
    seen: Slot<[bool; 5]>,
    /// The number of tags of [`REOPENED`].
    reopened: Slot<usize>,
}

impl TokenSink for Noting {
    type Handle = NodeHandle;
    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeHandle> {
        if let Token::TagToken(tag) = &token
            && tag.kind == TagKind::StartTag
        {
            if let Some(place) = IMPLIED.iter().position(|name| *name == &*tag.name) {
                let mut seen = self.seen.get();
                seen[place] = true;
                self.seen.set(seen);
            } else if REOPENED.contains(&&*tag.name) {
                self.reopened.set(self.reopened.get() + 1);
            }
        }
        self.builder.process_token(token, line)
    }
    fn end(&self) {
        self.builder.end();
    }
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// A node as the tree builder names it, with the name of an element.
#[derive(Clone)]
struct NodeHandle(usize, Rc<QualName>);

enum HtmlKind {
    Element(Rc<QualName>, Vec<Attribute>),
    Text(StrTendril),
    Other,
}

/// A node with its neighbours.
struct HtmlNode {
    kind: HtmlKind,
    parent: Option<usize>,
    before: Option<usize>,
    after: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

/// The tree that is built.
struct HtmlSink {
    nodes: RefCell<Vec<HtmlNode>>,
    bytes: Slot<usize>,
    /// The name of what is no element.
    no_name: Rc<QualName>,
}

impl Default for HtmlSink {
    fn default() -> HtmlSink {
        let sink = HtmlSink {
            nodes: RefCell::default(),
            bytes: Slot::new(0),
            no_name: Rc::new(QualName::new(None, Namespace::default(), LocalName::default())),
        };
        sink.add(HtmlKind::Other);
        sink
    }
}

impl HtmlSink {
    fn add(&self, kind: HtmlKind) -> usize {
        let texts = match &kind {
            HtmlKind::Element(_, attributes) => attributes.iter().map(|a| NODE + a.value.len()).sum(),
            HtmlKind::Text(text) => text.len(),
            HtmlKind::Other => 0,
        };
        self.bytes.set(self.bytes.get() + NODE + texts);
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(HtmlNode {
            kind,
            parent: None,
            before: None,
            after: None,
            first: None,
            last: None,
        });
        nodes.len() - 1
    }

    fn other(&self) -> NodeHandle {
        NodeHandle(self.add(HtmlKind::Other), Rc::clone(&self.no_name))
    }

    fn detach(&self, id: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let (parent, before, after) = (nodes[id].parent.take(), nodes[id].before.take(), nodes[id].after.take());
        match (before, parent) {
            (Some(before), _) => nodes[before].after = after,
            (None, Some(parent)) => nodes[parent].first = after,
            (None, None) => {}
        }
        match (after, parent) {
            (Some(after), _) => nodes[after].before = before,
            (None, Some(parent)) => nodes[parent].last = before,
            (None, None) => {}
        }
    }

    /// Puts a node before a child of `parent`, or behind all of them.
    fn insert(&self, parent: usize, next: Option<usize>, child: NodeOrText<NodeHandle>) {
        let before = match next {
            Some(next) => self.nodes.borrow()[next].before,
            None => self.nodes.borrow()[parent].last,
        };
        let id = match child {
            NodeOrText::AppendNode(node) => node.0,
            NodeOrText::AppendText(text) => {
                if let Some(before) = before
                    && let HtmlKind::Text(known) = &mut self.nodes.borrow_mut()[before].kind
                {
                    self.bytes.set(self.bytes.get() + text.len());
                    known.push_tendril(&text);
                    return;
                }
                self.add(HtmlKind::Text(text))
            }
        };
        self.detach(id);
        let mut nodes = self.nodes.borrow_mut();
        nodes[id].parent = Some(parent);
        nodes[id].before = before;
        nodes[id].after = next;
        match before {
            Some(before) => nodes[before].after = Some(id),
            None => nodes[parent].first = Some(id),
        }
        match next {
            Some(next) => nodes[next].before = Some(id),
            None => nodes[parent].last = Some(id),
        }
    }
}

impl TreeSink for HtmlSink {
    type Handle = NodeHandle;
    type Output = HtmlSink;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> HtmlSink {
        self
    }
    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn get_document(&self) -> NodeHandle {
        NodeHandle(0, Rc::clone(&self.no_name))
    }
    fn elem_name<'a>(&'a self, target: &'a NodeHandle) -> ExpandedName<'a> {
        target.1.expanded()
    }
    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> NodeHandle {
        let name = Rc::new(name);
        NodeHandle(self.add(HtmlKind::Element(Rc::clone(&name), attributes)), name)
    }
    fn create_comment(&self, _text: StrTendril) -> NodeHandle {
        self.other()
    }
    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeHandle {
        self.other()
    }
    fn append(&self, parent: &NodeHandle, child: NodeOrText<NodeHandle>) {
        self.insert(parent.0, None, child);
    }
    fn append_based_on_parent_node(&self, element: &NodeHandle, previous: &NodeHandle, child: NodeOrText<NodeHandle>) {
        let is_placed = self.nodes.borrow()[element.0].parent.is_some();
        if is_placed {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }
    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}
    fn get_template_contents(&self, target: &NodeHandle) -> NodeHandle {
        target.clone()
    }
    fn same_node(&self, one: &NodeHandle, other: &NodeHandle) -> bool {
        one.0 == other.0
    }
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append_before_sibling(&self, sibling: &NodeHandle, child: NodeOrText<NodeHandle>) {
        let parent = self.nodes.borrow()[sibling.0].parent;
        if let Some(parent) = parent {
            self.insert(parent, Some(sibling.0), child);
        }
    }
    fn add_attrs_if_missing(&self, target: &NodeHandle, attributes: Vec<Attribute>) {
        if let HtmlKind::Element(_, known) = &mut self.nodes.borrow_mut()[target.0].kind {
            for attribute in attributes {
                if !known.iter().any(|old| old.name == attribute.name) {
                    self.bytes.set(self.bytes.get() + NODE + attribute.value.len());
                    known.push(attribute);
                }
            }
        }
    }
    fn remove_from_parent(&self, target: &NodeHandle) {
        self.detach(target.0);
    }
    fn reparent_children(&self, node: &NodeHandle, parent: &NodeHandle) {
        loop {
            let child = self.nodes.borrow()[node.0].first;
            let Some(child) = child else { break };
            let child = NodeHandle(child, Rc::clone(&self.no_name));
            self.insert(parent.0, None, NodeOrText::AppendNode(child));
        }
    }
}

/// Attributes that need no value in HTML: their names are their values.
const SWITCHES: &[&str] = &[
    "allowfullscreen",
    "async",
    "autofocus",
    "autoplay",
    "checked",
    "compact",
    "controls",
    "declare",
    "default",
    "defer",
    "disabled",
    "formnovalidate",
    "hidden",
    "inert",
    "ismap",
    "itemscope",
    "loop",
    "multiple",
    "muted",
    "nohref",
    "nomodule",
    "noresize",
    "noshade",
    "novalidate",
    "nowrap",
    "open",
    "playsinline",
    "readonly",
    "required",
    "reversed",
    "selected",
];

/// Elements in which white space between elements is no text.
const STRUCTURED: &[&str] = &[
    "colgroup", "dl", "head", "html", "ol", "optgroup", "select", "table", "tbody", "tfoot", "thead", "tr", "ul",
];

/// An element whose content is being made.
struct OpenElement {
    node: usize,
    next: Option<usize>,
    content: Vec<Cell>,
}

/// Builds the content of the document. Implied elements that the text has no tags of are left out.
fn content_of(
    m: &mut Machine,
    nodes: &[HtmlNode],
    seen: [bool; 5],
    shape: DocumentShape,
    aside: &mut usize,
) -> Result<Cell, Stop> {
    let open = |node: usize| OpenElement {
        node,
        next: nodes[node].first,
        content: Vec::new(),
    };
    let mut stack = vec![open(0)];
    loop {
        m.poll()?;
        let Some(top) = stack.last_mut() else {
            return Ok(Cell::NIL);
        };
        let Some(child) = top.next else {
            let Some(done) = stack.pop() else { return Ok(Cell::NIL) };
            let Some(outer) = stack.last_mut() else {
                return new_list(m, &done.content);
            };
            match &nodes[done.node].kind {
                HtmlKind::Element(name, attributes) => {
                    take(m, aside, 8)?;
                    let implied = IMPLIED.iter().position(|implied| *implied == &*name.local);
                    if implied.is_some_and(|place| !seen[place]) {
                        outer.content.extend(done.content);
                    } else {
                        let term = element_of(m, name, attributes, &done.content, shape)?;
                        outer.content.push(term);
                    }
                }
                HtmlKind::Text(_) | HtmlKind::Other => {}
            }
            continue;
        };
        top.next = nodes[child].after;
        match &nodes[child].kind {
            HtmlKind::Text(text) => {
                let blanks = match &nodes[top.node].kind {
                    HtmlKind::Element(name, _) => !STRUCTURED.contains(&&*name.local),
                    _ => false,
                };
                let (first, last) = (nodes[child].before.is_none(), nodes[child].after.is_none());
                if let Some(text) = shape.space.apply(text, first, last, blanks) {
                    take(m, aside, 8)?;
                    let made = shape.texts.make(m, &text)?;
                    top.content.push(made);
                }
            }
            HtmlKind::Element(..) => {
                take(m, aside, NODE)?;
                stack.push(open(child));
            }
            HtmlKind::Other => {}
        }
    }
}

fn element_of(
    m: &mut Machine,
    name: &QualName,
    attributes: &[Attribute],
    content: &[Cell],
    shape: DocumentShape,
) -> Result<Cell, Stop> {
    let mut cells = Vec::with_capacity(attributes.len());
    for Attribute { name, value } in attributes {
        let local: &str = &name.local;
        let value = if value.is_empty() && SWITCHES.contains(&local) {
            local
        } else {
            value
        };
        let key = match &name.prefix {
            Some(prefix) => text_atom(m, &format!("{prefix}:{local}"))?,
            None => text_atom(m, local)?,
        };
        let value = shape.values.make(m, value)?;
        cells.push(attribute(m, key, value)?);
    }
    let name = text_atom(m, &name.local)?;
    element(m, name, &cells, content)
}
