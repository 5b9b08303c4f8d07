import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** What is known of them, held in memory, is larger than this heap: few rows with long ids are enough to show it. */
const leads = 16_000;
const idLength = 900;
const heapMb = 80;

it('converts more leads and requests than memory holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-memory-'));
  try {
    const shop = join(folder, 'shop');
    await mkdir(shop);
    const at = '2024-03-01T08:00:00.000Z';
    const write = (name: string, row: (nth: number) => object, count = leads) =>
      writeFile(
        join(shop, `${name}.jsonl`),
        Array.from({ length: count }, (_, nth) => `${JSON.stringify(row(nth))}\n`).join(''),
      );
    await write('users', () => ({ email: 'ada@shop.example', role: 'owner', createdAt: at }), 1);
    const idOf = (nth: number) => `visitor-${nth}-`.padEnd(idLength, 'x');
    await write('leads', (nth) => ({ lead_id: idOf(nth), email: `${idOf(nth)}@old.example`, createdAt: at }));
    await write('requests', (nth) => ({
      request_id: nth,
      lead_id: idOf(nth),
      createdAt: new Date(nth * 9e6).toISOString(),
    }));
    const args = ['import', 'convert', 'csv', shop, '--to', join(folder, 'out')];
    const { stderr, status } = spawnSync(process.execPath, [`--max-old-space-size=${heapMb}`, main, ...args], {
      encoding: 'utf8',
    });
    expect([status, stderr.slice(-500)]).toEqual([0, expect.any(String)]);
    const manifest = JSON.parse(await readFile(join(folder, 'out/archive/manifest.json'), 'utf8'));
    expect(manifest.counts).toMatchObject({ lead: leads, request: leads });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
