// The search tree as rows in the order of the search. `layout.rs` has the same rules for what is shown and where it hangs.

/** The kinds of rows by their letters: c call, u clause, m clause that does not match, e exit, E exit that may have more,
 *  f fail, x exception, k cut, s solution. */
export const kinds = 'cumeEfxks';
const [CALL, CLAUSE, SKIP, EXIT, MORE, FAIL, EXCEPTION, CUT, SOLUTION] = Array.from(kinds, (_, i) => i);
export { CALL, CLAUSE, SKIP, EXIT, MORE, FAIL, EXCEPTION, CUT, SOLUTION };

export class Model {
  /** Columns: the kind, the row that it goes on from, the row of its goal, its text, its place, its predicate. */
  kind = [];
  up = [];
  goal = [];
  text = [];
  place = [];
  predicate = [];
  texts = [''];
  /** Places: file, line, column; the first one is none. */
  places = [['', 0, 0]];
  /** Predicates: name, whether it is the program's, calls, exits, fails, milliseconds. */
  predicates = [];
  /** Pictures: whether it is an SVG, its text. */
  pictures = [];
  /** The picture of a row by its number. */
  pictured = new Map();
  leftOut = [];
  files = new Map();
  onlyOwn = false;

  /** Adds a row, and returns its number. */
  add(kind, up, goal, text = 0, place = 0, predicate = 0) {
    const row = this.kind.push(kind) - 1;
    this.up.push(up);
    this.goal.push(goal < 0 ? row : goal);
    this.text.push(text);
    this.place.push(place);
    this.predicate.push(predicate);
    return row;
  }

  get count() {
    return this.kind.length;
  }

  /** Finds what is shown and where it hangs, after rows were added. Rows that were closed stay so. */
  finish() {
    const { kind, up, goal, count } = this;
    const whole = () => new Int32Array(count);
    const [tries, exits, exit, end, parent, before, first, next, last] = Array.from({ length: 9 }, whole);
    const shown = new Uint8Array(count);
    for (let row = 0; row < count; row++) {
      const own = goal[row];
      const what = kind[row];
      if (what === CLAUSE || what === SKIP) tries[own]++;
      else if (what === EXIT || what === MORE) {
        if (exits[own]++ === 0) exit[own] = row;
      } else if (what === FAIL || what === EXCEPTION) end[own] = row;
    }
    for (let row = 0; row < count; row++) {
      const [own, what, from] = [goal[row], kind[row], up[row]];
      const isExit = what === EXIT || what === MORE;
      // The exit of a last goal says no more than that of the goal around it, or the solution.
      const after = kind[row + 1];
      const isToldNext = up[row + 1] === row && (after === SOLUTION || ((after === EXIT || after === MORE) && exits[goal[row + 1]] > 1));
      shown[row] = what === CLAUSE ? tries[own] > 1 : isExit ? exits[own] > 1 && !isToldNext : what !== FAIL && what !== EXCEPTION;
      before[row] = shown[from] || row === 0 ? from : before[from];
      if (what === CALL || what === CUT || what === SOLUTION) {
        const hidden = !shown[from];
        parent[row] = kind[from] === CUT ? parent[from] : hidden && kind[from] === CLAUSE ? goal[from] : hidden && kind[from] !== CALL ? parent[goal[from]] : from;
      } else parent[row] = own;
    }
    first.fill(-1);
    next.fill(-1);
    last.fill(-1);
    for (let row = 1; row < count; row++) {
      if (!shown[row]) continue;
      const above = parent[row];
      if (last[above] < 0) first[above] = row;
      else next[last[above]] = row;
      last[above] = row;
    }
    const closed = new Uint8Array(count);
    if (this.closed) closed.set(this.closed.subarray(0, count));
    Object.assign(this, { exits, exit, end, parent, before, first, shown, closed });
    this.#order(next);
    this.#picture();
  }

  /** Puts the shown rows in the order of the outline; `size` counts those below each, `depth` those above. */
  #order(next) {
    const { first, parent, count } = this;
    const order = new Int32Array(count);
    const size = new Int32Array(count);
    const depth = new Int32Array(count);
    let length = 0;
    for (let row = 0; row >= 0 && count; ) {
      order[length++] = row;
      depth[row] = row ? depth[parent[row]] + 1 : 0;
      if (first[row] >= 0) {
        row = first[row];
        continue;
      }
      while (row > 0 && next[row] < 0) row = parent[row];
      row = row > 0 ? next[row] : -1;
    }
    for (let i = length - 1; i > 0; i--) size[parent[order[i]]] += size[order[i]] + 1;
    Object.assign(this, { order: order.subarray(0, length), size, depth });
  }

  /** Finds the picture that stands at each step: after a failure that from before the goal. */
  #picture() {
    const { kind, up, goal, count } = this;
    const pictureAt = new Int32Array(count).fill(-1);
    for (let row = 0; row < count; row++) {
      const from = kind[row] === FAIL || kind[row] === EXCEPTION ? up[goal[row]] : up[row];
      pictureAt[row] = this.pictured.get(row) ?? (row ? pictureAt[from] : -1);
    }
    this.pictureAt = pictureAt;
  }

  isHidden(row) {
    return this.onlyOwn && this.kind[row] === CALL && row > 0 && !this.predicates[this.predicate[row]]?.[1];
  }

  /** Returns the rows that are in no closed one; `indent` has how far each is indented. */
  visible() {
    const { order, size, parent, closed, count } = this;
    this.indent ??= new Int32Array(count);
    if (this.indent.length < count) this.indent = new Int32Array(count);
    this.isVisible = new Uint8Array(count);
    const rows = new Int32Array(order.length);
    let length = 0;
    for (let i = 0; i < order.length; ) {
      const row = order[i];
      const isHidden = this.onlyOwn && this.isHidden(row);
      const step = this.onlyOwn && this.isHidden(parent[row]) ? 0 : 1;
      this.indent[row] = row ? this.indent[parent[row]] + step : 0;
      if (!isHidden) {
        rows[length++] = row;
        this.isVisible[row] = 1;
      }
      i += closed[row] && !isHidden ? size[row] + 1 : 1;
    }
    return rows.subarray(0, length);
  }

  /** Returns the row of the outline that shows a step. */
  shownFor(row) {
    let at = this.shown[row] ? row : this.goal[row];
    while (at > 0 && this.isHidden(at)) at = this.parent[at];
    return at;
  }

  /** Opens what is around a row. */
  reveal(row) {
    for (let at = this.parent[row]; ; at = this.parent[at]) {
      this.closed[at] = 0;
      if (at === 0) return;
    }
  }

  /** Closes rows from a depth on. */
  closeFrom(depth) {
    for (let i = 0; i < this.order.length; i++) {
      const row = this.order[i];
      this.closed[row] = this.depth[row] >= depth && this.size[row] > 0 ? 1 : 0;
    }
  }

  /** Closes or opens all goals of a predicate; returns whether they are closed now. */
  togglePredicate(predicate) {
    const { kind, count, closed, size } = this;
    let isAnyOpen = false;
    const own = (row) => kind[row] === CALL && row > 0 && this.predicate[row] === predicate && size[row] > 0;
    for (let row = 0; row < count && !isAnyOpen; row++) isAnyOpen = own(row) && !closed[row];
    for (let row = 0; row < count; row++) if (own(row)) closed[row] = isAnyOpen ? 1 : 0;
    return isAnyOpen;
  }

  textOf(row) {
    return this.texts[this.text[row]];
  }

  /** How a goal has ended: exit, fail, exception, or call if it has not. */
  stateOf(goal) {
    const end = this.end[goal];
    if (end && this.kind[end] === EXCEPTION) return 'exception';
    return this.exits[goal] ? 'exit' : end ? 'fail' : 'call';
  }

  /** Whether a goal has failed by itself: no clause was entered. */
  failsAtOnce(goal) {
    const end = this.end[goal];
    return end > 0 && !this.exits[goal] && this.up[end] === goal;
  }

  /** Returns the steps whose texts contain a text, whatever its case. */
  find(sought) {
    const wanted = sought.toLowerCase();
    this.lower ??= this.texts.map((text) => text.toLowerCase());
    const has = this.lower.map((text) => text.includes(wanted));
    const found = [];
    for (let row = 0; row < this.count; row++) if (has[this.text[row]]) found.push(row);
    return found;
  }
}

/** Makes the model of what a page holds: columns of numbers, in which `up` and `goal` are distances. */
export function unpack(data) {
  const model = new Model();
  const letters = new Map(Array.from(kinds, (letter, i) => [letter, i]));
  const count = data.kinds.length;
  for (const name of ['text', 'place', 'texts', 'places', 'predicates', 'pictures', 'leftOut']) model[name] = data[name];
  model.kind = Array.from({ length: count }, (_, row) => letters.get(data.kinds[row]));
  model.up = data.up.map((distance, row) => row - distance);
  model.goal = data.goal.map((distance, row) => row - distance);
  let calls = 0;
  model.predicate = model.kind.map((kind) => (kind === CALL ? data.predicate[calls++] : 0));
  for (let i = 0; i < data.pictured.length; i += 2) model.pictured.set(data.pictured[i], data.pictured[i + 1]);
  for (const [name, text] of data.files) model.files.set(name, text.split('\n'));
  model.finish();
  return model;
}
