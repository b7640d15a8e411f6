// Runs in the worker, before anything else.
export default function setup(engine) {
  engine.nondet('small', function* () {
    yield* [0, 1, 2];
  });
}
