import { linesOfFile } from './file-lines.ts';

it.each(['missing.jsonl', 'missing.jsonl.gz'])('says that %s cannot be read', async (name) => {
  const lines = [];
  for await (const line of linesOfFile(`/missing/${name}`)) lines.push(line);
  expect(lines).toEqual([{ at: 0, fault: expect.stringContaining('ENOENT') }]);
});
