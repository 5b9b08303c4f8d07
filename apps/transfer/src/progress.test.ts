import { Writable } from 'node:stream';

import { Progress } from './progress.ts';

function written(isTTY: boolean, tell: (progress: Progress) => void): string {
  let text = '';
  const to = new Writable({
    write(bytes, _encoding, wasWritten) {
      text += String(bytes);
      wasWritten();
    },
  });
  tell(new Progress(Object.assign(to, { isTTY })));
  return text;
}

const tell = (progress: Progress) => {
  for (let done = 500; done <= 2_000; done += 500) progress.at('lead', done, 2_000, done === 2_000 ? 3 : 0);
  progress.at('message', 1_500, 1_500);
  progress.end();
};

it('ends each kind at exactly all of it, on a terminal as in JSON', () => {
  const lines = written(false, tell)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { kind: string; done: number; total: number; quarantined: number });
  const lastOf = (kind: string) => lines.findLast((line) => line.kind === kind);
  expect(lastOf('lead')).toMatchObject({ done: 2_000, total: 2_000, quarantined: 3 });
  expect(lastOf('message')).toMatchObject({ done: 1_500, total: 1_500, quarantined: 0 });
  for (const kind of ['lead', 'message']) {
    const done = lines.filter((line) => line.kind === kind).map((line) => line.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  }
  const shown = written(true, tell);
  expect(shown).toMatch(/lead 2,000 \/ 2,000 {2}100 %.*3 quarantined/);
  expect(shown).toMatch(/message 1,500 \/ 1,500 {2}100 %/);
});

it('says 100 % only when all is done', () => {
  expect(written(true, (progress) => progress.at('lead', 999_999, 1_000_000))).toContain('99 %');
});
