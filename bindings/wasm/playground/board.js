// Pictures of answers: a board of queens, a sudoku.

const SVG = 'http://www.w3.org/2000/svg';

function add(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

const isInteger = (value) => typeof value === 'number' && Number.isInteger(value);

/** The rows of the queens, from 0; null for what is none. */
function queensOf(value) {
  if (!Array.isArray(value) || value.length < 4 || value.length > 40 || !value.every(isInteger)) return null;
  const n = value.length;
  const least = Math.min(...value);
  if (least < 0 || least > 1) return null;
  const rows = value.map((row) => row - least);
  if (rows.some((row) => row >= n) || new Set(rows).size !== n) return null;
  const isSafe = rows.every((row, column) => rows.every((other, at) => at === column || Math.abs(row - other) !== Math.abs(column - at)));
  return isSafe ? { rows, first: least } : null;
}

const isGrid = (value) => Array.isArray(value) && value.length === 9 && value.every((row) => Array.isArray(row) && row.length === 9);

/** Finds something in an answer that has a picture. */
export function pictureOf(answer) {
  for (const value of Object.values(answer)) {
    const queens = queensOf(value);
    if (queens) return { kind: 'queens', ...queens };
    if (isGrid(value)) return { kind: 'sudoku', grid: value };
  }
  return null;
}

const QUEEN = 'M-13 9 L-15 -7 L-7.5 1 L-5 -11 L0 0 L5 -11 L7.5 1 L15 -7 L13 9 Z M-13 11 h26 v3 h-26 z';

/** Draws a picture; queens of a board of the same size move to their places. */
export function draw(panel, picture) {
  if (picture.kind === 'queens') drawQueens(panel, picture);
  else drawSudoku(panel, picture.grid);
}

function drawQueens(panel, { rows, first }) {
  const n = rows.length;
  const square = 40;
  const label = `A board of ${n} by ${n}. Rows of the queens by columns: ${rows.map((row) => row + first).join(', ')}.`;
  let svg = panel.querySelector(`svg[data-queens="${n}"]`);
  if (!svg) {
    panel.replaceChildren();
    svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `-22 -4 ${n * square + 26} ${n * square + 26}`);
    svg.dataset.queens = n;
    for (let row = 0; row < n; row++) {
      add(svg, 'text', { x: -9, y: row * square + 24, 'text-anchor': 'middle' }, row + first);
      add(svg, 'text', { x: row * square + 20, y: n * square + 16, 'text-anchor': 'middle' }, row + first);
      for (let column = 0; column < n; column++) {
        add(svg, 'rect', { x: column * square, y: row * square, width: square, height: square, class: (row + column) % 2 ? 'dark' : 'light' });
      }
    }
    add(svg, 'rect', { x: 0, y: 0, width: n * square, height: n * square, class: 'edge' });
    for (let column = 0; column < n; column++) {
      const queen = add(svg, 'g', { class: 'queen', style: `transform: translate(${column * square + 20}px, 20px)` });
      add(queen, 'path', { d: QUEEN });
      for (const [x, y] of [[-15, -9], [-5, -13], [5, -13], [15, -9]]) add(queen, 'circle', { cx: x, cy: y, r: 2.2 });
    }
    panel.append(svg);
    svg.getBoundingClientRect();
  }
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.querySelectorAll('.queen').forEach((queen, column) => {
    queen.style.transform = `translate(${column * square + 20}px, ${rows[column] * square + 20}px)`;
  });
}

function drawSudoku(panel, grid) {
  panel.replaceChildren();
  const svg = document.createElementNS(SVG, 'svg');
  const square = 40;
  svg.setAttribute('viewBox', `-4 -4 ${9 * square + 8} ${9 * square + 8}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Sudoku. ${grid.map((row, i) => `Row ${i + 1}: ${row.map((v) => (isInteger(v) ? v : 'empty')).join(' ')}`).join('. ')}`);
  add(svg, 'rect', { x: 0, y: 0, width: 9 * square, height: 9 * square, class: 'cell' });
  grid.forEach((row, y) => row.forEach((value, x) => {
    if (isInteger(value)) add(svg, 'text', { x: x * square + 20, y: y * square + 27, 'text-anchor': 'middle', class: 'digit' }, value).style.cssText = 'font: 500 19px system-ui; fill: var(--text)';
  }));
  for (const pass of ['thin', 'thick']) {
    for (let i = 0; i <= 9; i++) {
      if ((i % 3 === 0) !== (pass === 'thick')) continue;
      add(svg, 'line', { x1: i * square, y1: 0, x2: i * square, y2: 9 * square, class: pass });
      add(svg, 'line', { x1: 0, y1: i * square, x2: 9 * square, y2: i * square, class: pass });
    }
  }
  panel.append(svg);
}
