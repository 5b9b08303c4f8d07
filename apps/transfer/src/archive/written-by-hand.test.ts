import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { collect } from '@parley/testkit';

import { ArchiveReader } from './archive-reader.ts';

it('is an archive what the program of its documentation writes, and its commands read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-by-hand-'));
  try {
    const page = await readFile(new URL('../../../../docs/archive.md', import.meta.url), 'utf8');
    const [, program = ''] = /<!-- write-archive\.mjs .*?-->\n```js\n(.*?)```/s.exec(page) ?? [];
    const [file, made] = [join(folder, 'write-archive.mjs'), join(folder, 'own')];
    await writeFile(file, program);
    execFileSync(process.execPath, [file, made]);

    const archive = await ArchiveReader.open(made);
    expect(archive.manifest.counts).toEqual({ project: 1, user: 1, membership: 1, lead: 1 });
    const [lead] = await collect(archive.records('lead'));
    expect(lead).toMatchObject({ lead_id: 'crm-1' });
    const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: made, encoding: 'utf8' });
    for (const [command, answer] of [
      ['sha256sum -c SHA256SUMS', 'contacts/lead-000001.jsonl.gz: OK'],
      ['gzip -dc contacts/lead-*.jsonl.gz', '{"k":"lead","v":1,"r":{'],
    ] as const) {
      expect(page).toContain(`\`${command}\``);
      expect(run(command)).toContain(answer);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
