import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { assets } from './docs.ts';
import { openDocuments } from './documents.ts';

const publicUrl = 'https://parley.example';
const applications = () => ({ hasConsole: false, hasShop: false });

it.each(['/openapi.json', '/asyncapi.json', '/docs', '/docs/start.js', '/docs/swagger-ui.css'])(
  'is made once for all who ask: %s',
  async (path) => {
    const document = openDocuments(publicUrl, () => undefined, applications).get(path);
    const [first, second] = await Promise.all([document?.(), document?.()]);
    expect(first?.plain.bytes.length).toBeGreaterThan(0);
    expect(second).toBe(first);
    expect(await document?.()).toBe(first);
  },
);

it('is made again where that has failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-documents-'));
  const file = join(folder, 'late.css');
  assets['late.css'] = { type: 'text/css', file };
  try {
    const document = openDocuments(publicUrl, () => undefined, applications).get('/docs/late.css');
    await expect(document?.()).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(file, 'main {}');
    expect((await document?.())?.plain.bytes.toString()).toBe('main {}');
  } finally {
    delete assets['late.css'];
    await rm(folder, { recursive: true });
  }
});
