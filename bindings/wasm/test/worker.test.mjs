// The engine in a thread of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FerzError, FerzWorker, atom, compound } from 'ferz';

async function failure(promise) {
  const error = await promise.then((value) => assert.fail(`no error, but ${value}`), (error) => error);
  assert.ok(error instanceof FerzError, String(error));
  return error;
}

test('a worker has the same functions', async () => {
  let written = '';
  const pl = await FerzWorker.load({ output: (text) => (written += text), input: 'tea.\ncoffee.\n', files: { 'a.pl': 'a(1).' } });
  await pl.consultText('p(1). p(2). p(f("s", b)). loop :- loop.');
  assert.deepEqual((await pl.all('p(X)')).map((a) => a.X), [1, 2, compound('f', 's', atom('b'))]);
  const seen = [];
  for await (const { X, last } of pl.query('p(X)', { text: true })) {
    seen.push(X, last);
    const inner = await pl.once('Y is N * 2', { bind: { N: 21 } });
    assert.equal(inner.Y, 42);
    if (seen.length === 4) break;
  }
  assert.deepEqual(seen, [1, false, 2, false]);
  await pl.once('write(hello), nl');
  assert.equal(written, 'hello\n');
  assert.equal((await pl.once('read(X)')).X, atom('tea'));
  await pl.det('twice', (n) => n * 2);
  await pl.det('later', async (n) => new Promise((done) => setTimeout(done, 5, [n])));
  await pl.test('odd', (n) => n % 2 === 1);
  await pl.det('bad', () => {
    throw new TypeError('oops');
  });
  assert.deepEqual((await pl.once('twice(4, X), later(X, Y), odd(3)')).Y, [8]);
  assert.equal(await pl.succeeds('odd(2)'), false);
  assert.match((await failure(pl.once('bad(X)'))).message, /oops/);
  assert.equal((await failure(pl.once('p('))).kind, 'syntax');
  await pl.consult('a');
  assert.ok(await pl.succeeds('a(1)'));
  assert.equal(await pl.files.read('a.pl'), 'a(1).');
  const events = [];
  await pl.trace((some) => events.push(...some));
  await pl.once('p(X)');
  await pl.trace(null);
  assert.deepEqual(events.map((e) => e.port), ['call', 'exit']);
  assert.equal((await pl.check('x(Y).'))[0].code, 'singletons');
  pl.terminate();
});

test('a worker can be stopped', async () => {
  const pl = await FerzWorker.load({ setup: new URL('./setup.mjs', import.meta.url) });
  await pl.consultText('loop :- loop.');
  const looping = failure(pl.once('loop'));
  setTimeout(() => pl.interrupt(), 30);
  assert.equal((await looping).kind, 'interrupted');
  assert.equal((await failure(pl.once('loop', { signal: AbortSignal.timeout(30) }))).kind, 'interrupted');
  assert.deepEqual((await pl.all('small(X)')).map((a) => a.X), [0, 1, 2]);
  await pl.setLimits({ time: 50 });
  assert.equal((await failure(pl.once('loop'))).limit, 'time');
  await pl.setLimits({ time: null });
  const stuck = failure(pl.consultText(':- repeat, fail.'));
  setTimeout(() => pl.terminate(), 50);
  assert.equal((await stuck).kind, 'interrupted');
  assert.equal((await failure(pl.once('true'))).kind, 'interrupted');
});
