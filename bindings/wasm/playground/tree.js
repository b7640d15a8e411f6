// The search tree of a query, made of the ports of its goals. `ferz show` draws its pages by the same outline.
import { CALL, EXCEPTION, EXIT, FAIL, Model, MORE, SOLUTION } from '../../../crates/tools/src/show/model.js';
import { Outline } from '../../../crates/tools/src/show/outline.js';

/** Ports of which a tree is made. */
export const MOST = 4000;

export class SearchTree {
  #outline;
  #note = document.createElement('p');
  #model = new Model();
  /** The goals by frame, those around the step that was told last, and the numbers of texts. */
  #goals = new Map();
  #path = [];
  #texts = new Map();
  #count = 0;

  constructor(panel) {
    const rows = document.createElement('div');
    panel.replaceChildren(this.#note, rows);
    this.#outline = new Outline(rows);
    this.#outline.foldsByArrows = true;
  }

  /** Begins the tree of another query. */
  clear(goal) {
    this.#model = new Model();
    this.#goals.clear();
    this.#texts = new Map([['', 0]]);
    this.#count = 0;
    this.#note.textContent = `How ?- ${goal} is solved. Arrows move and unfold.`;
    const row = this.#model.add(CALL, 0, -1, this.#text(`?- ${goal}`));
    this.#path = [{ row, last: row, depth: 0 }];
    this.#outline.current = 0;
    this.#show();
  }

  /** Adds the events of a goal's run. */
  add(events) {
    for (const event of events) if (++this.#count <= MOST) this.#event(event);
    if (this.#count >= MOST) this.#note.textContent = `The first ${MOST} steps; the rest is not shown.`;
    this.#show();
  }

  /** Adds a solution of the query. */
  solution(text) {
    if (this.#count > MOST) return;
    this.#model.add(SOLUTION, this.#path[0].last, 0, this.#text(text));
    this.#show();
  }

  #show() {
    this.#model.finish();
    this.#outline.set(this.#model);
  }

  #text(text) {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const number = this.#model.texts.push(text) - 1;
    this.#texts.set(text, number);
    return number;
  }

  #event(event) {
    const model = this.#model;
    let goal = this.#goals.get(event.frame);
    if (!goal) {
      if (event.port !== 'call') return;
      const around = this.#path.slice(0, event.depth).findLast((one) => one);
      const place = event.line ? model.places.push([event.file ?? '', event.line, event.column ?? 0]) - 1 : 0;
      const row = model.add(CALL, around.last, -1, this.#text(event.goal), place);
      goal = { row, last: row, around, depth: event.depth, variables: event.variables };
      this.#goals.set(event.frame, goal);
    }
    this.#path.length = 1;
    for (let one = goal; one.depth; one = one.around) this.#path[one.depth] = one;
    if (event.port === 'exit') {
      const bound = event.variables.filter((text) => !goal.variables.includes(text));
      const row = model.add(event.hasAlternatives ? MORE : EXIT, goal.last, goal.row, this.#text(bound.join(', ')));
      goal.around.last = row;
    } else if (event.port === 'fail' || event.port === 'exception') {
      model.add(event.port === 'fail' ? FAIL : EXCEPTION, goal.last, goal.row, this.#text(event.exception ?? ''));
      goal.around.last = model.up[goal.row];
    }
  }
}
