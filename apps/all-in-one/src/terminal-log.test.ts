import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@parley/testkit';

import { TerminalLog } from './terminal-log.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-terminal-log-'));
  file = join(folder, 'parley.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (nth: number) => `{"level":"info","service":"gateway","nth":${String(nth).padStart(3, '0')}}\n`;
const size = async (path: string) => (await stat(path)).size;

it('keeps the latest lines, of this run and the one before, in two files of bounded size', async () => {
  const limit = line(0).length * 10;
  for (const start of [0, 50]) {
    const log = new TerminalLog(file, limit);
    for (let nth = start; nth < start + 50; nth++) {
      log.write(line(nth));
      // A file that is not open yet cannot become the older one.
      await eventually(() => size(file));
    }
    await log.close();
  }

  const kept = (await readFile(`${file}.1`, 'utf8')) + (await readFile(file, 'utf8'));
  expect(kept.endsWith(Array.from({ length: 11 }, (_, place) => line(89 + place)).join(''))).toBe(true);
  for (const path of [file, `${file}.1`]) expect(await size(path)).toBeLessThanOrEqual(limit + line(0).length);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
