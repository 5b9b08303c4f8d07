import { collect } from '@parley/testkit';

import { linesOfFile } from './file-lines.ts';

it.each(['missing.jsonl', 'missing.jsonl.gz'])('says that %s cannot be read', async (name) => {
  expect(await collect(linesOfFile(`/missing/${name}`))).toEqual([
    { at: 0, line: 1, fault: expect.stringContaining('ENOENT') },
  ]);
});
