import { Writable } from 'node:stream';

import { Progress } from './progress.ts';

interface Shown {
  kind: string;
  done: number;
  total: number;
  percent: number;
  quarantined: number;
}

function written(isTTY: boolean, report: (progress: Progress) => void): string {
  let text = '';
  const to = new Writable({
    write(bytes, _encoding, wasWritten) {
      text += String(bytes);
      wasWritten();
    },
  });
  report(new Progress(Object.assign(to, { isTTY })));
  return text;
}

const linesOf = (report: (progress: Progress) => void): Shown[] =>
  written(false, report)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Shown);

/** As on a terminal, which is written over. */
const lastShown = (report: (progress: Progress) => void, kind: string) =>
  written(true, report)
    .split(/[\r\n]+/)
    .findLast((line) => line.trim().startsWith(`${kind} `));

const loaded = (progress: Progress) => {
  for (let done = 500; done <= 2_000; done += 500) progress.at('lead', done, 2_000, done === 2_000 ? 3 : 0);
  progress.at('message', 1_500, 1_500);
  progress.end();
};

it('ends each kind at exactly all of it, on a terminal as in JSON', () => {
  const lines = linesOf(loaded);
  const lastOf = (kind: string) => lines.findLast((line) => line.kind === kind);
  expect(lastOf('lead')).toMatchObject({ done: 2_000, total: 2_000, percent: 100, quarantined: 3 });
  expect(lastOf('message')).toMatchObject({ done: 1_500, total: 1_500, percent: 100, quarantined: 0 });
  expect(lastShown(loaded, 'lead')).toMatch(/lead 2,000 \/ 2,000 {2}100 %.*3 quarantined/);
  expect(lastShown(loaded, 'message')).toMatch(/message 1,500 \/ 1,500 {2}100 %/);
});

it('says 100 % only when all is done', () => {
  const almost = (progress: Progress) => {
    progress.at('lead', 999_999, 1_000_000);
    progress.end();
  };
  expect(lastShown(almost, 'lead')).toContain('99 %');
  expect(linesOf(almost).at(-1)).toMatchObject({ percent: 99 });
});

it('never goes back when a stream is begun again, also not after another kind', () => {
  const lines = linesOf((progress) => {
    for (const done of [400, 800, 100, 900]) progress.at('message', done, 1_000);
    progress.at('history', 10, 10);
    for (const done of [50, 1_000]) progress.at('message', done, 1_000);
    progress.end();
  });
  const done = lines.filter(({ kind }) => kind === 'message').map((line) => line.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(1_000);
});

it('counts a project that has grown meanwhile as complete', () => {
  const [last] = linesOf((progress) => progress.at('message', 1_010, 1_000));
  expect(last).toMatchObject({ done: 1_010, total: 1_010, percent: 100 });
});

it('writes a line for each tenth of a kind, and each line once', () => {
  const lines = linesOf((progress) => {
    for (let done = 1; done <= 1_000; done++) progress.at('message', done, 1_000);
    progress.end();
  });
  const tenths = new Set(lines.map(({ percent }) => Math.floor(percent / 10)));
  expect([...tenths].filter((tenth) => tenth > 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(lines.filter(({ done }) => done === 1_000)).toHaveLength(1);
});
