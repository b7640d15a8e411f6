// The types, checked by `tsc`: this file is not run.
import { Atom, Compound, Ferz, FerzError, FerzWorker, atom, compound, type Answer, type Term } from 'ferz';

async function used(): Promise<void> {
  const pl = await Ferz.load({ limits: { time: 1000 }, output: (text) => console.log(text) });
  await pl.consultText('p(1).');
  for await (const answer of pl.query('solve(N, QP)', { bind: { N: 8, Extra: [true, null, { a: 1n }] } })) {
    const value: Term | undefined = answer.QP;
    if (Array.isArray(value) && typeof value[0] === 'number') console.log(value.length, answer.last);
  }
  const first: Answer | undefined = await pl.once('p(X)');
  if (first?.X === atom('a') && first.residual[0] instanceof Compound) console.log(first.X instanceof Atom);
  pl.det('hypotenuse', (a: number, b: number) => Math.hypot(a, b));
  pl.det('later', async (n: number) => n + 1);
  pl.nondet('upto', function* (n: number) {
    for (let i = 0; i < n; i++) yield i;
  });
  pl.trace((event) => (event.port === 'call' ? 'skip' : 'creep'));
  // @ts-expect-error: there is no such limit.
  pl.setLimits({ tim: 1 });
  // @ts-expect-error: a function is no term.
  pl.query('p(X)', { bind: { X: () => 1 } });
  try {
    pl.onceSync('p(', { bind: { X: compound('f', 1, 'a') } });
  } catch (error) {
    if (error instanceof FerzError && error.kind === 'limit') console.log(error.limit, error.backtrace[0]?.goal);
  }
  const worker = await FerzWorker.load({ input: 'a.\n' });
  const text: string | undefined = await worker.files.read('/a.pl');
  console.log(text, (await worker.all('p(X)')).length);
  worker.terminate();
}

void used;
