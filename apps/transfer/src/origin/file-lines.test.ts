import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { collect } from '@parley/testkit';

import { linesOfFile } from './file-lines.ts';
import { rowsOf } from './read-rows.ts';

it.each(['missing.jsonl', 'missing.jsonl.gz'])('says that %s cannot be read', async (name) => {
  expect(await collect(linesOfFile(`/missing/${name}`))).toEqual([
    { at: 0, line: 1, fault: expect.stringContaining('ENOENT') },
  ]);
});

it.each(['leads.csv', 'leads.jsonl', 'leads.jsonl.gz'])(
  'ends %s, a line without an end, where it is too long for a record',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-lines-'));
    const file = join(folder, name);
    try {
      await writeFile(file, name.endsWith('.gz') ? gzipSync(Buffer.alloc(2 ** 26)) : 'first\n');
      // A gigabyte without a block on the disk.
      if (!name.endsWith('.gz')) await truncate(file, 2 ** 30);
      const found = await collect(rowsOf(file));
      expect(found.at(-1)).toMatchObject({ fault: expect.stringContaining('a line of more than') });
      expect(found.length).toBeLessThan(3);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
