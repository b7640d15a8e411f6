// The engine in this thread.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Atom, Compound, Ferz, FerzError, Float, PartialList, Rational, Variable, atom, compound, show, tag } from 'ferz';

const queens = await readFile(new URL('../../../programs/nqueens.pl', import.meta.url), 'utf8');

/** The error of a promise that is rejected. */
async function failure(promise) {
  const error = await promise.then((value) => assert.fail(`no error, but ${value}`), (error) => error);
  assert.ok(error instanceof FerzError, String(error));
  return error;
}

test('the queens', async () => {
  const pl = await Ferz.load();
  assert.deepEqual(await pl.consultText(queens), []);
  const found = [];
  for await (const answer of pl.query('solve(N, QP)', { bind: { N: 8 } })) {
    found.push(answer.QP);
    if (found.length === 3) break;
  }
  assert.deepEqual(found, [[3, 1, 6, 2, 5, 7, 4, 0], [4, 1, 3, 6, 2, 7, 5, 0], [2, 4, 1, 7, 5, 3, 6, 0]]);
  const all = await pl.once('findall(QP, solve(8, QP), QPALL), length(QPALL, L)');
  assert.equal(all.L, 92);
  assert.equal((await pl.all('solve(6, Q)')).length, 4);
  assert.deepEqual(Object.keys(all), ['QP', 'QPALL', 'L']);
});

test('terms come as values', async () => {
  const pl = await Ferz.load();
  const value = async (text) => (await pl.once(`X = ${text}`)).X;
  assert.equal(await value('42'), 42);
  assert.equal(await value('-9007199254740991'), Number.MIN_SAFE_INTEGER);
  assert.equal(await value('9007199254740992'), 9007199254740992n);
  assert.equal(await value('-1180591620717411303424'), -(2n ** 70n));
  assert.equal(await value('1.5'), 1.5);
  assert.equal(await value('2.0'), 2);
  assert.equal(await value('"text ä€𝄞"'), 'text ä€𝄞');
  assert.equal(await value('abc'), atom('abc'));
  assert.equal(await value("'It is 日本 and longer than most'"), atom('It is 日本 and longer than most'));
  assert.deepEqual(await value('[]'), []);
  assert.deepEqual(await value('[1,[a],"s"]'), [1, [atom('a')], 's']);
  assert.deepEqual(await value('f(x, g(1))'), compound('f', atom('x'), compound('g', 1)));
  assert.deepEqual(await value('1r3'), new Rational(1, 3));
  assert.deepEqual(await value('_{a: 1, b: "t"}'), { a: 1, b: 't' });
  assert.equal((await value('point{x: 1}'))[tag], atom('point'));
  const partial = await value('[1,2|T]');
  assert.ok(partial instanceof PartialList && partial.tail instanceof Variable && partial.items.length === 2);
  const { X, Y, Z } = await pl.once('X = f(Y, Z, Y)');
  assert.ok(X.args[0] === Y && X.args[1] === Z && Y !== Z && Y instanceof Variable);
  assert.equal(show(await value("f('A b', [1|T], \"q\\\"\", -)")), 'f(\'A b\',[1|_1],"q\\"",-)');
});

test('values come as terms, and back', async () => {
  const pl = await Ferz.load({ exact: true });
  const through = async (value) => (await pl.once('Y = X', { bind: { X: value } })).Y;
  const shared = new Variable();
  const same = [0, -1, 2 ** 31, -(2 ** 40), 2n ** 64n, -(2n ** 200n), 'text', '', atom('a b'), atom(''), [], [[], [1, ['x']]], compound('f', 1, [2]), new Rational(-7, 3), { a: 1, b: [2], c: { d: 'e' } }];
  for (const value of same) assert.deepEqual(await through(value), value);
  assert.deepEqual(await through(2 ** 53), new Float(2 ** 53));
  assert.deepEqual(await through(1.5), new Float(1.5));
  assert.deepEqual(await through(new Float(2)), new Float(2));
  assert.deepEqual(await through([true, false, null]), [atom('true'), atom('false'), atom('null')]);
  assert.deepEqual(await through(new Set([1, 2])), [1, 2]);
  const [a, b] = (await through([shared, shared, new Variable()]));
  assert.ok(a === b);
  const floats = await pl.once('X = 2.0, Y = X, Z is X + N', { bind: { N: new Float(1) } });
  assert.deepEqual([floats.X, floats.Z], [new Float(2), new Float(3)]);
  assert.ok(await pl.succeeds('N == 2.0', { bind: { N: floats.X } }));
  assert.ok(await pl.succeeds('X = _{a: 1}, get_dict(b, Y, 2)', { bind: { Y: { b: 2, a: 1 } } }));
  assert.throws(() => pl.onceSync('X = Y', { bind: { X: () => 1 } }), /no term/);
  const cyclic = [];
  cyclic.push(cyclic);
  assert.throws(() => pl.onceSync('X = Y', { bind: { X: cyclic } }), /cyclic/);
  assert.equal(atom('a'), atom('a'));
  assert.equal(JSON.stringify({ X: [atom('a'), new Float(2)] }), '{"X":["a",2]}');
});

test('long and deep terms', async () => {
  const pl = await Ferz.load();
  const numbers = Array.from({ length: 300_000 }, (_, i) => i);
  const { N, R } = await pl.once('length(L, N), reverse(L, R)', { bind: { L: numbers } });
  assert.equal(N, 300_000);
  assert.equal(R[0], 299_999);
  let deep = atom('z');
  for (let i = 0; i < 200_000; i++) deep = new Compound('s', [deep]);
  const back = (await pl.once('Y = X', { bind: { X: deep } })).Y;
  let depth = 0;
  for (let at = back; at instanceof Compound; at = at.args[0]) depth++;
  assert.equal(depth, 200_000);
  assert.equal(show(deep).length, 600_001);
  const error = await failure(pl.once('X = f(X)'));
  assert.equal(show(error.term.args[0]), 'resource_error(size_of_term)');
  assert.ok(await pl.succeeds('true'));
});

test('answers have their rest', async () => {
  const pl = await Ferz.load();
  const answer = await pl.once('dif(X, a)', { text: true });
  assert.equal(show(answer.residual[0]), `dif(${answer.X},a)`);
  assert.equal(answer.text, 'dif(X, a)');
  const numbers = await pl.once('numlist(1, 30, L)', { text: true });
  assert.match(numbers.text, /\.\.\./);
  assert.match(numbers.fullText, /, 29, 30\]$/);
  const lasts = [];
  for await (const one of pl.query('member(X, [1, 2])')) lasts.push(one.last);
  assert.deepEqual(lasts, [false, true]);
});

test('errors', async () => {
  const pl = await Ferz.load();
  const thrown = await failure(pl.once('X is foo + 1'));
  assert.equal(thrown.kind, 'exception');
  assert.equal(show(thrown.term.args[0]), "type_error(evaluable,/(foo,0))");
  const syntax = await failure(pl.once('foo(a b)'));
  assert.deepEqual([syntax.kind, syntax.line, syntax.column], ['syntax', 1, 7]);
  await pl.consultText('total([], 0).\ntotal([X|Xs], T) :- total(Xs, T0), T is T0+X.', { name: 'total.pl' });
  const deep = await failure(pl.once('total([1, a], T)'));
  assert.deepEqual([deep.backtrace[0].goal, deep.backtrace[0].file, deep.backtrace[0].line], ['total([a|_],_)', 'total.pl', 2]);
  const load = await failure(pl.consultText('p(1).\np(X) :- .\nq(Y).', { name: 'a.pl' }));
  assert.equal(load.kind, 'load');
  const wrong = load.diagnostics.find((one) => one.severity === 'error');
  assert.deepEqual([wrong.code, wrong.file, wrong.line], ['syntax_error', 'a.pl', 2]);
  assert.ok(load.diagnostics.some((one) => one.code === 'singletons' && one.line === 3));
  assert.ok(await pl.succeeds('p(1)'));
  const halt = await failure(pl.once('halt(3)'));
  assert.deepEqual([halt.kind, halt.status], ['halt', 3]);
  assert.equal((await failure(pl.once('throw(oops)'))).term, atom('oops'));
  assert.ok(await pl.succeeds('catch(throw(f(X)), f(Y), true)'));
  assert.equal((await failure(pl.once('X = 1', { bind: { Y: 2 } }))).kind, 'syntax');
});

test('output and input', async () => {
  let written = '', told = '';
  const lines = ['foo(Bar).\n', 'next line\n'];
  const pl = await Ferz.load({ output: (text) => (written += text), error: (text) => (told += text), input: () => lines.shift() });
  await pl.once('write(hello), nl, format("~a ä€~n", [x])');
  assert.equal(written, 'hello\nx ä€\n');
  await pl.once('print_message(error, format("no ~w", [tea]))');
  assert.match(told, /ERROR: no tea/);
  const read = await pl.once('read(T), read_line_to_string(user_input, _), read_line_to_string(user_input, L)');
  assert.equal(read.T.name, 'foo');
  assert.equal(read.L, 'next line');
  written = '';
  await pl.consultText(':- write(loading), nl.');
  assert.equal(written, 'loading\n');
  written = '';
  const controller = new AbortController();
  pl.test('abort', () => {
    setTimeout(() => controller.abort());
    return true;
  });
  await pl.once('write(now), abort, ( repeat, fail ; true )', { signal: controller.signal }).catch(() => {});
  assert.equal(written, 'now');
});

test('functions are predicates', async () => {
  const pl = await Ferz.load();
  pl.det('hypotenuse', (a, b) => Math.hypot(a, b));
  pl.semidet('price', (item) => ({ tea: 3, coffee: 4 })[item]);
  pl.test('even', (n) => n % 2 === 0);
  let ended = 0;
  pl.nondet('multiple', function* (n) {
    try {
      for (let i = 1; ; i++) yield i * n;
    } finally {
      ended++;
    }
  });
  pl.nondet('item', (list) => list);
  assert.equal((await pl.once('hypotenuse(3, 4, C)')).C, 5);
  assert.equal((await pl.once('price(coffee, P)')).P, 4);
  assert.equal(await pl.succeeds('price(milk, _)'), false);
  assert.deepEqual((await pl.once('include(even, [1,2,3,4], L)')).L, [2, 4]);
  assert.equal((await pl.once('multiple(7, X), X > 30')).X, 35);
  assert.equal(ended, 1);
  assert.deepEqual((await pl.all('item([a, f(Y), "s"], X)')).length, 3);
  // Errors, in both directions.
  class Odd extends Error {}
  pl.det('bad', () => {
    throw new Odd('no way');
  });
  const error = await failure(pl.once('bad(X)'));
  assert.equal(show(error.term.args[0]), 'js_error(\'Error\',"no way")');
  assert.ok(error.cause instanceof Odd);
  assert.ok(await pl.succeeds('catch(bad(_), error(js_error(_, M), _), true), M == "no way"'));
  pl.det('typed', (x) => {
    throw new FerzError({ kind: 'exception', message: '', term: compound('error', compound('type_error', atom('thing'), x), new Variable()) });
  });
  assert.ok(await pl.succeeds('catch(typed(f(1), _), error(type_error(thing, f(1)), _), true)'));
  pl.nondet('breaks', function* () {
    yield 1;
    throw new Error('later');
  });
  assert.ok(await pl.succeeds('catch(forall(breaks(_), true), error(js_error(_, "later"), _), true)'));
  pl.det('nothing', () => undefined);
  assert.match((await failure(pl.once('nothing(X)'))).message, /returns nothing/);
  // The engine that runs cannot be asked by what it calls.
  pl.det('again', () => pl.onceSync('X = 1').X);
  assert.match((await failure(pl.once('again(X)'))).message, /running/);
  assert.ok(await pl.succeeds('true'));
  // A function keeps its place when the program is reset.
  pl.reset();
  assert.ok(await pl.succeeds('even(2)'));
});

test('asynchronous functions', async () => {
  const pl = await Ferz.load();
  const after = (ms, value) => new Promise((done) => setTimeout(done, ms, value));
  pl.det('fetch_it', async (n) => after(20, n * 2));
  pl.semidet('maybe', async (n) => after(1, n > 1 ? 'big' : undefined));
  pl.test('fine', async (n) => after(1, n === 2));
  pl.det('fails', async () => {
    await after(1);
    throw new RangeError('too far');
  });
  pl.det('list', async () => [1, 2, 3]);
  assert.equal((await pl.once('fetch_it(21, X)')).X, 42);
  assert.deepEqual((await pl.all('member(N, [1,2,3]), fetch_it(N, X)')).map((a) => a.X), [2, 4, 6]);
  assert.deepEqual((await pl.all('member(N, [1,2,3]), maybe(N, X)')).map((a) => a.N), [2, 3]);
  assert.deepEqual((await pl.all('member(N, [1,2,3]), fine(N)')).map((a) => a.N), [2]);
  assert.deepEqual((await pl.all('list(L), member(X, L)')).map((a) => a.X), [1, 2, 3]);
  const error = await failure(pl.once('fails(X)'));
  assert.ok(error.cause instanceof RangeError);
  assert.throws(() => pl.onceSync('fetch_it(1, X)'), /waits for a promise/);
  // Waiting does not hold up others, and can be interrupted.
  pl.det('never', () => new Promise(() => {}));
  const stopped = failure(pl.once('never(X)'));
  await after(10);
  pl.interrupt();
  assert.equal((await stopped).kind, 'interrupted');
  assert.ok(await pl.succeeds('true'));
});

test('queries within queries', async () => {
  const pl = await Ferz.load();
  const pairs = [];
  for await (const { X } of pl.query('member(X, [1, 2])')) {
    for await (const { Y } of pl.query('member(Y, [a, b])')) pairs.push(`${X}${Y}`);
    assert.equal((await pl.once('Z is X + 1', { bind: { X } })).Z, X + 1);
  }
  assert.deepEqual(pairs, ['1a', '1b', '2a', '2b']);
  // Tasks that ask at the same time wait for one another.
  const counts = await Promise.all([1, 2, 3].map(async (n) => (await pl.all(`between(1, ${n * 10}, X)`)).length));
  assert.deepEqual(counts, [10, 20, 30]);
  const open = pl.query('member(X, [1, 2])');
  await open.next();
  assert.throws(() => pl.consultTextSync('p.'), /a query is open/);
  await open.return();
  await pl.consultText('p.');
  assert.deepEqual(Array.from(pl.querySync('member(X, [1, 2, 3])'), (a) => a.X), [1, 2, 3]);
});

test('what nobody knows is refused', async () => {
  const pl = await Ferz.load();
  for (const limits of [{ time: 'abc' }, { time: -5 }, { tim: 300 }, { time: NaN }, { time: 100, memory: '1' }, { time: 1n }]) {
    assert.throws(() => pl.setLimits(limits), { kind: 'state' });
  }
  pl.setLimits({ time: undefined, memory: null });
  const refused = (run) => assert.rejects(async () => run(), { kind: 'state' });
  await refused(() => pl.once('true', { binds: {} }));
  await refused(() => pl.all('true', { limits: { time: 1 } }));
  await refused(() => pl.consultText('p.', { nam: 'a' }));
  await refused(() => pl.check('p.', { file: 'a' }));
  await refused(() => pl.det('f', () => 1, { aritiy: 0 }));
  await refused(() => pl.det('f', () => 1, { arity: 'none' }));
  await refused(() => Ferz.load({ limit: {} }));
  await refused(() => Ferz.load({ limits: { tim: 1 } }));
  class Url {
    get [Symbol.toStringTag]() {
      return 'URL';
    }
  }
  const none = [new Date(0), /a/, new Error('a'), Promise.resolve(1), new WeakMap(), new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), new Url(), () => 1, Symbol('a')];
  for (const V of none) await assert.rejects(pl.once('X = V', { bind: { V } }), /is no term/);
  for (const V of none) await assert.rejects(pl.once('X = V', { bind: { V: [{ a: V }] } }), /is no term/);
  assert.equal(pl.format((await pl.once('X = V', { bind: { V: new Map([['a', new Set([1])]]) } })).X), '_0{a:[1]}');
  assert.deepEqual((await pl.once('X = V', { bind: { V: new Uint8Array([1, 2]) } })).X, [1, 2]);
});

test('a text without a name adds clauses, one with a name replaces its former version', async () => {
  const pl = await Ferz.load();
  await pl.consultText('p(1).');
  await pl.consultText('p(2).');
  assert.deepEqual((await pl.all('p(X)')).map((a) => a.X), [1, 2]);
  for (const text of ['q(1).', 'q(2).']) assert.deepEqual(await pl.consultText(text, { name: 'a' }), []);
  assert.deepEqual((await pl.all('q(X)')).map((a) => a.X), [2]);
  const warnings = await pl.consultText('q(3).', { name: 'b' });
  assert.match(warnings[0].message, /q\/1 redefined, previously defined at a:1/);
});

test('limits and interrupts', async () => {
  const pl = await Ferz.load();
  await pl.consultText('loop :- loop. grow(X) :- grow(f(X, X)). long(L) :- long([a|L]). deep(X) :- deep(X), foo.');
  pl.setLimits({ time: 50 });
  assert.equal((await failure(pl.once('loop'))).limit, 'time');
  assert.equal((await failure(pl.once('catch(loop, _, true)'))).limit, 'time');
  assert.equal((await failure(pl.once('findall(X, (repeat, fail), L)'))).limit, 'time');
  assert.equal((await failure(pl.consultText(':- repeat, fail.'))).kind, 'limit');
  pl.setLimits({ time: null, inferences: 10_000 });
  assert.equal((await failure(pl.once('loop'))).limit, 'inferences');
  pl.setLimits({ inferences: null, memory: 16 << 20 });
  assert.equal((await failure(pl.once('long([])'))).limit, 'memory');
  assert.equal((await failure(pl.once('deep(1)'))).limit, 'memory');
  assert.equal((await failure(pl.once('X is 7 ** (7 ** 12)'))).kind !== 'state', true);
  pl.setLimits({ output: 100, answers: 3 });
  assert.equal((await failure(pl.once('repeat, write(aaaaaaaaaa), fail'))).limit, 'output');
  assert.equal((await failure(pl.all('repeat'))).limit, 'answers');
  pl.setLimits({ output: null, answers: null });
  const started = performance.now();
  const looping = failure(pl.once('loop'));
  setTimeout(() => pl.interrupt(), 30);
  assert.equal((await looping).kind, 'interrupted');
  assert.ok(performance.now() - started < 20_000);
  assert.equal((await failure(pl.once('loop', { signal: AbortSignal.timeout(20) }))).kind, 'interrupted');
  assert.ok(await pl.succeeds('true'));
});

test('the clock, random numbers, waiting', async () => {
  const pl = await Ferz.load();
  const { T } = await pl.once('get_time(T)');
  assert.ok(Math.abs(T - Date.now() / 1000) < 5);
  assert.ok(await pl.succeeds('statistics(runtime, [A|_]), A >= 0, statistics(walltime, [B|_]), B >= 0, statistics(cputime, C), C >= 0'));
  assert.ok(await pl.succeeds('statistics(inferences, I), I > 0, statistics'));
  assert.ok(await pl.succeeds('random(X), X < 1, random_between(1, 6, D), D =< 6'));
  assert.ok(await pl.succeeds('get_time(T), format_time(atom(A), "%Y", T), atom_length(A, 4)'));
  const started = performance.now();
  await pl.once('sleep(0.05)');
  assert.ok(performance.now() - started >= 45);
  assert.ok(await pl.succeeds('time(true)'));
  assert.equal(await pl.succeeds('current_prolog_flag(pid, _)'), false);
  assert.equal(await pl.succeeds('catch(shell("ls"), error(_, _), fail)'), false);
  assert.ok(await pl.succeeds('catch(thread_create(true, _), error(_, _), true)'));
  assert.ok(await pl.succeeds('catch(call_with_time_limit(0.05, (repeat, fail)), time_limit_exceeded, true)'));
  assert.ok(await pl.succeeds('profile(true)'));
});

test('files in memory', async () => {
  const pl = await Ferz.load({ files: { 'lib/colors.pl': ':- module(colors, [color/1]).\ncolor(red). color(blue).' } });
  pl.files.write('/main.pl', ":- use_module(lib/colors).\nall(L) :- findall(C, color(C), L).");
  await pl.consult('main');
  assert.deepEqual((await pl.once('all(L)')).L, [atom('red'), atom('blue')]);
  await pl.once('open("out.txt", write, S), format(S, "~w.~n", [f(x)]), close(S)');
  assert.equal(pl.files.read('/out.txt'), 'f(x).\n');
  await pl.once('open("out.txt", append, S), write(S, more), close(S)');
  assert.equal(pl.files.read('out.txt'), 'f(x).\nmore');
  assert.ok(await pl.succeeds('open("out.txt", read, S), read(S, f(x)), close(S), exists_file("out.txt"), \\+ exists_file("none")'));
  assert.ok(await pl.succeeds('make_directory(d), exists_directory(d), rename_file("out.txt", "d/x.txt"), directory_files(d, F), memberchk(\'x.txt\', F)'));
  assert.deepEqual(pl.files.list(), ['/d/x.txt', '/lib/colors.pl', '/main.pl']);
  assert.ok(await pl.succeeds('delete_file("d/x.txt"), delete_directory(d)'));
  assert.match((await failure(pl.once('open("none", read, _)'))).message, /none/);
  assert.ok(await pl.succeeds('consult("main.pl"), read_file_to_string("main.pl", T, []), string_length(T, N), N > 10'));
});

test('for editors', async () => {
  const pl = await Ferz.load();
  const found = pl.check('p(X) :- q.\nr(.\n:- halt.\n', { name: 'a.pl' });
  assert.ok(found.some((one) => one.code === 'singletons' && one.line === 1 && one.column === 3));
  assert.ok(found.some((one) => one.code === 'syntax_error' && one.line === 2));
  assert.ok(await pl.succeeds('\\+ catch(p(_), _, fail)'));
  const text = "f('𝄞 ä', X) :- 1. % c";
  assert.deepEqual(pl.tokens(text).map(({ from, to, kind }) => [text.slice(from, to), kind]).slice(0, 5), [['f', 'functor'], ['(', 'open'], ["'𝄞 ä'", 'name'], [',', 'separator'], ['X', 'variable']]);
  assert.deepEqual([pl.isComplete('p(X).'), pl.isComplete('p(X)')], [true, false]);
  const { from, options } = pl.completions('X = "𝄞", atom_le');
  assert.equal(from, 10);
  assert.ok(options.some((one) => one.text.startsWith('atom_length')));
  assert.equal(pl.format(compound('+', 1, compound('*', 2, atom('X')))), "1+2*'X'");
});

test('ports of goals', async () => {
  const pl = await Ferz.load();
  await pl.consultText('p(X) :- q(X), r(X).\nq(1). q(2).\nr(2).', { name: 'p.pl' });
  const lines = [];
  pl.trace((event) => void lines.push(`${event.port} ${event.goal}`));
  await pl.once('p(X)');
  pl.trace(null);
  assert.deepEqual(lines, ['call p(X)', 'call q(X)', 'exit q(1)', 'call r(1)', 'fail r(1)', 'redo q(1)', 'exit q(2)', 'call r(2)', 'exit r(2)', 'exit p(2)']);
  await pl.once('p(X)');
  assert.equal(lines.length, 10);
  pl.trace((event) => (event.depth === 1 && event.port === 'call' ? 'abort' : 'creep'));
  await failure(pl.once('p(X)'));
  pl.trace(null);
  assert.ok(await pl.succeeds('p(2)'));
});

test('libraries', async () => {
  const pl = await Ferz.load();
  await pl.consultText(':- use_module(library(clpfd)).\npuzzle([S,E,N,D,M,O,R,Y]) :- Vs = [S,E,N,D,M,O,R,Y], Vs ins 0..9, all_different(Vs), S*1000+E*100+N*10+D + M*1000+O*100+R*10+E #= M*10000+O*1000+N*100+E*10+Y, M #\\= 0, S #\\= 0, label(Vs).');
  assert.deepEqual((await pl.once('puzzle(L)')).L, [9, 5, 6, 7, 1, 0, 8, 2]);
  const residual = await pl.once('X in 1..3, X #> 1', { text: true });
  assert.equal(residual.text, 'X in 2..3');
  await pl.consultText(':- table path/2.\npath(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\nedge(a, b). edge(b, a).');
  assert.equal((await pl.all('path(a, X)')).length, 2);
  await pl.consultText('greeting --> [hello], name.\nname --> [world].');
  assert.ok(await pl.succeeds('phrase(greeting, [hello, world])'));
});
