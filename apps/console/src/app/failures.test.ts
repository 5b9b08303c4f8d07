import { Failures } from './failures.ts';

describe('Failures', () => {
  it('keep one for each action, the newest first', () => {
    const failures = new Failures();
    failures.show('save', 'first');
    failures.show('export', 'second');
    failures.show('save', 'third');

    expect(failures.shown()).toEqual([
      { action: 'save', error: 'third' },
      { action: 'export', error: 'second' },
    ]);
  });

  it('go with the next success of the same action, or all together', () => {
    const failures = new Failures();
    for (const action of ['save', 'export', 'import']) failures.show(action, 'refused');

    failures.clear('export');
    expect(failures.shown().map(({ action }) => action)).toEqual(['import', 'save']);

    failures.clearAll();
    expect(failures.shown()).toEqual([]);
  });

  it('show how work ends', async () => {
    const failures = new Failures();
    const refused = Promise.reject(new Error('refused'));
    failures.watch('save', refused);
    await refused.catch(() => undefined);
    expect(failures.shown()).toEqual([{ action: 'save', error: new Error('refused') }]);

    const done = Promise.resolve('done');
    failures.watch('save', done);
    await done;
    expect(failures.shown()).toEqual([]);
  });

  it('repeat what may be done once more, and stand until that has ended', async () => {
    const failures = new Failures();
    const answers = [Promise.reject(new Error('limited')), Promise.reject(new Error('again')), Promise.resolve('done')];
    const left = [...answers];
    failures.run('save', () => left.shift() ?? Promise.reject(new Error('one too many')));
    await Promise.allSettled(answers.slice(0, 1));
    expect(failures.shown()).toMatchObject([{ action: 'save', error: new Error('limited') }]);

    failures.repeat('save');
    // A second click, or the end of the countdown, while it is under way.
    failures.repeat('save');
    expect(failures.shown()).toMatchObject([{ error: new Error('limited'), isPending: true }]);
    await Promise.allSettled(answers.slice(0, 2));
    expect(failures.shown()).toMatchObject([{ action: 'save', error: new Error('again') }]);
    expect(failures.shown()[0]).not.toHaveProperty('isPending');

    failures.repeat('save');
    await Promise.allSettled(answers);
    expect(failures.shown()).toEqual([]);
    expect(left).toEqual([]);
  });

  it('do not repeat what was shown without a way to', () => {
    const failures = new Failures();
    failures.show('note', 'refused');
    const before = failures.shown();
    failures.repeat('note');
    failures.repeat('unknown');
    expect(failures.shown()).toBe(before);
  });

  it('notify their listeners of changes alone, and stay the same array until then', () => {
    const failures = new Failures();
    let changes = 0;
    const unsubscribe = failures.subscribe(() => {
      changes += 1;
    });
    failures.clear('save');
    failures.clearAll();
    expect(changes).toBe(0);

    failures.show('save', 'refused');
    expect(failures.shown()).toBe(failures.shown());
    failures.clear('export');
    expect(changes).toBe(1);

    unsubscribe();
    failures.clear('save');
    expect(changes).toBe(1);
  });
});
