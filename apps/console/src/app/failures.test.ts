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
