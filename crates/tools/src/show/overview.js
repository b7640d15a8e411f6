// The whole search as a picture: the steps go on from one another downwards, branches stand side by side.
import { CALL, EXCEPTION, FAIL, SKIP, SOLUTION } from './model.js';

/** The most lines and marks that a picture is made of. */
const MOST = 40_000;

export class Overview {
  #canvas;
  /** Where each branch begins, in leaves, how many it has, how deep it is, and the level of the deepest solution in it. */
  #from;
  #leaves;
  #level;
  #lowest;
  #solved;
  #deepest = 1;
  #isDrawn = false;
  #mark;
  #style;
  #extent = [0, 0];
  /** Called with the row that was pointed at. */
  onselect = () => {};

  constructor(canvas) {
    this.#canvas = canvas;
    this.#style = getComputedStyle(canvas);
    this.#mark = document.createElement('canvas');
    this.#mark.className = 'mark';
    canvas.after(this.#mark);
    canvas.addEventListener('pointerdown', (event) => {
      this.#point(event);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => event.buttons && this.#point(event));
    new ResizeObserver(() => this.draw(this.current ?? 0, true)).observe(canvas);
  }

  set(model) {
    this.model = model;
    const { count, before, goal, kind, shown } = model;
    const isLeaf = (row) => kind[row] === SOLUTION || ((kind[row] === FAIL || kind[row] === EXCEPTION) && model.failsAtOnce(goal[row]));
    this.isDrawn = (row) => (shown[row] && kind[row] !== SKIP) || isLeaf(row);
    const above = (row) => (shown[row] ? before[row] : goal[row]);
    this.above = above;
    const [level, lowest, solved] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    const [leaves, from, used] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
    for (let row = 1; row < count; row++) if (this.isDrawn(row)) level[row] = level[above(row)] + 1;
    for (let row = count - 1; row >= 0; row--) {
      if (!this.isDrawn(row)) continue;
      lowest[row] = Math.max(lowest[row], level[row]);
      leaves[row] = Math.max(leaves[row], 1);
      if (kind[row] === SOLUTION) solved[row] = level[row];
      if (row === 0) continue;
      const up = above(row);
      leaves[up] += leaves[row];
      lowest[up] = Math.max(lowest[up], lowest[row]);
      solved[up] = Math.max(solved[up], solved[row]);
    }
    for (let row = 1; row < count; row++) {
      if (!this.isDrawn(row)) continue;
      const up = above(row);
      from[row] = from[up] + used[up];
      used[up] += leaves[row];
    }
    [this.#from, this.#leaves, this.#level, this.#lowest, this.#solved] = [from, leaves, level, lowest, solved];
    this.#deepest = Math.max(lowest[0] ?? 1, 1);
    this.#isDrawn = false;
  }

  #at(row) {
    const x = 8 + ((this.#from[row] + this.#leaves[row] / 2) / this.#leaves[0]) * (this.#extent[0] - 16);
    return [x, this.#y(this.#level[row])];
  }

  /** The place of a level; those of a small search are not drawn apart. */
  #y(level) {
    return 10 + level * Math.min((this.#extent[1] - 20) / this.#deepest, 40);
  }

  /** Draws the search if it has changed, and marks the way to a step, on a canvas of its own. */
  draw(current, isNew = false) {
    this.current = current;
    if (!this.model?.count) return;
    if (isNew || !this.#isDrawn) this.#begin();
    const [width, height] = this.#extent;
    if (!width || !height) return;
    const pen = this.#mark.getContext('2d');
    pen.clearRect(0, 0, width, height);
    pen.strokeStyle = pen.fillStyle = this.#colour('--focus');
    pen.lineWidth = 1.5;
    pen.beginPath();
    let row = current;
    const { kind, goal, before } = this.model;
    const hangsOnGoal = (kind) => kind === FAIL || kind === EXCEPTION || kind === SKIP;
    while (row > 0 && !this.isDrawn(row)) row = hangsOnGoal(kind[row]) ? goal[row] : before[row];
    const [x, y] = this.#at(row);
    pen.moveTo(x, y);
    // Of a long way only as many steps are drawn as there are pixels.
    const step = Math.max(1, Math.floor(this.#level[row] / 1000));
    for (let at = row, i = 0; at > 0; i++) {
      at = this.above(at);
      if (i % step === 0 || at === 0) pen.lineTo(...this.#at(at));
    }
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y, 4, 0, 7);
    pen.fill();
  }

  #colour(name) {
    return this.#style.getPropertyValue(name);
  }

  /** Draws the search as a whole. */
  #begin() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const scale = devicePixelRatio || 1;
    this.#extent = [width, height];
    this.#isDrawn = width > 0;
    for (const canvas of [this.#canvas, this.#mark]) {
      canvas.width = width * scale;
      canvas.height = height * scale;
      canvas.getContext('2d').setTransform(scale, 0, 0, scale, 0, 0);
    }
    if (width && height) this.#drawAll(this.#canvas.getContext('2d'), width);
  }

  #drawAll(pen, width) {
    const { model } = this;
    const [lines, good, bad, stem] = ['--stem', '--good', '--bad', '--accent'].map((name) => this.#colour(name));
    const pixel = (width - 16) / this.#leaves[0];
    const radius = Math.max(1.2, Math.min(3.5, pixel / 3));
    const strokes = new Path2D();
    const solved = new Path2D();
    const failures = new Path2D();
    const solutions = new Path2D();
    let marks = 0;
    for (let row = 1; row < model.count && marks < MOST; row++) {
      if (!this.isDrawn(row)) continue;
      const up = this.above(row);
      // A branch that is narrower than a pixel was drawn with the branch around it.
      if (this.#leaves[up] * pixel < 0.7) continue;
      const [x, y] = this.#at(row);
      const [left, top] = this.#at(up);
      // So are steps that are nearer than half a pixel.
      if (this.#leaves[row] > 1 && Math.abs(y - top) < 0.5 && Math.abs(x - left) < 0.5 && row % 64) continue;
      const path = this.#solved[row] ? solved : strokes;
      path.moveTo(left, top);
      path.lineTo(x, y);
      marks++;
      if (this.#leaves[row] * pixel < 0.7) {
        path.lineTo(x, this.#y(this.#lowest[row]));
      }
      const kind = model.kind[row];
      if (kind === SOLUTION || (this.#solved[row] && this.#leaves[row] * pixel < 0.7)) {
        const at = this.#y(this.#solved[row]);
        solutions.moveTo(x + 3, at);
        solutions.arc(x, at, 3, 0, 7);
      } else if (kind === FAIL || kind === EXCEPTION || (kind === CALL && pixel < 0.7 && this.#leaves[row] === 1)) {
        failures.rect(x - radius / 2, y - radius / 2, radius, radius);
      }
    }
    pen.lineWidth = 1;
    pen.strokeStyle = lines;
    pen.stroke(strokes);
    pen.strokeStyle = stem;
    pen.stroke(solved);
    pen.fillStyle = bad;
    pen.fill(failures);
    pen.fillStyle = good;
    pen.fill(solutions);
  }

  /** Finds the row that is nearest to where the pointer is. */
  #point(event) {
    const box = this.#canvas.getBoundingClientRect();
    const leaf = ((event.clientX - box.left - 8) / (box.width - 16)) * this.#leaves[0];
    const level = Math.round((event.clientY - box.top - 10) / (this.#y(1) - 10));
    let best = 0;
    for (let row = 1; row < this.model.count; row++) {
      if (!this.isDrawn(row) || this.#level[row] > level) continue;
      if (this.#from[row] <= leaf && leaf < this.#from[row] + this.#leaves[row] && this.#level[row] >= this.#level[best]) best = row;
    }
    this.onselect(best);
  }
}
