// Names the functions of a module so that their order by name puts those with similar code side by side, where gzip,
// which looks back 32 kB, finds what they share. `wasm-opt --reorder-functions-by-name` carries it out.
import { CODE, CUSTOM, assemble, bodies, countImports, counted, number, sections } from './sections.mjs';

/** How many bytes in a row count as shared. */
const LENGTH = 6;
/** How many functions have a run of bytes at the most that tells which are similar. */
const MOST = 200;
/** How many of the functions before it a function is compared with. */
const WINDOW = 8;

/** The hashes of all runs of bytes. */
function runs(body) {
  const found = new Set();
  for (let at = 0; at + LENGTH <= body.length; at++) {
    let hash = 0;
    for (let i = 0; i < LENGTH; i++) hash = Math.imul(hash ^ body[at + i], 0x01000193);
    found.add(hash);
  }
  return found;
}

/** For each function those with which it shares a run of bytes, once for each such run. */
function neighbours(code) {
  const holders = new Map();
  const all = code.map(runs);
  all.forEach((found, i) => found.forEach((run) => holders.has(run) ? holders.get(run).push(i) : holders.set(run, [i])));
  return all.map((found) => [...found].map((run) => holders.get(run)).filter((list) => list.length > 1 && list.length <= MOST));
}

/** The order: behind each function the one that shares most with it and those before it, for its size. */
export function order(code) {
  const shared = neighbours(code);
  const scores = new Int32Array(code.length);
  const sizes = code.map((body) => body.length ** 0.3);
  const count = (i, sign) => shared[i].forEach((list) => list.forEach((other) => (scores[other] += sign)));
  const left = new Set(code.keys());
  const found = [];
  while (left.size) {
    let best, most = -1;
    for (const i of left) {
      const score = scores[i] / sizes[i];
      if (score > most) [best, most] = [i, score];
    }
    left.delete(best);
    found.push(best);
    count(best, 1);
    if (found.length > WINDOW) count(found[found.length - 1 - WINDOW], -1);
  }
  return found;
}

/** The module with names that are in this order. */
export function named(module) {
  const parts = sections(module);
  const imports = countImports(parts);
  const code = bodies(parts.find(({ kind }) => kind === CODE).body);
  const names = new Array(code.length);
  order(code).forEach((i, place) => (names[i] = Buffer.from(String(place).padStart(8, '0'))));
  const entries = names.map((name, i) => Buffer.concat([number(imports + i), counted(name)]));
  const functions = Buffer.concat([Buffer.from([1]), counted(Buffer.concat([number(names.length), ...entries]))]);
  const section = { kind: CUSTOM, body: Buffer.concat([counted(Buffer.from('name')), functions]) };
  return assemble(module, [...parts.filter(({ kind }) => kind !== CUSTOM), section]);
}
