import { setTimeout as delay } from 'node:timers/promises';

import { newId } from '@parley/service-kit/call';
import { actor, amountOf, eventually } from '@parley/testkit';
import { type MediaHarness, startMediaHarness } from './media-harness.ts';
import { MediaProcess } from './media-process.ts';

const rounds = amountOf({ quick: 2, soak: 6 });
const ada = actor({ id: newId(), projectId: undefined, role: undefined });

let answered = 0;
let media: MediaProcess;
let harness: MediaHarness | undefined;
beforeAll(async () => {
  media = await MediaProcess.start();
}, 60_000);
afterAll(async () => {
  await harness?.stop();
  await media?.remove();
});

it('keeps every upload that was answered, and no row without bytes, wherever it is killed', async () => {
  const kept = new Set<string>();
  const deleting = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await media.start();
    const over = new AbortController();
    const work = Array.from({ length: 4 }, () => workUntil(over.signal, kept, deleting));
    // Well under way, even on a slow machine; then at any point.
    const before = answered;
    await eventually(() => answered >= before + 5, { timeoutMs: 20_000 });
    await delay(Math.random() * 50);
    await media.kill();
    over.abort();
    await Promise.all(work);
  }

  harness = await startMediaHarness({ PARLEY_DATA: media.folder }, { databaseUrl: media.database.url });
  await harness.settled();
  for (const path of kept) {
    // The outcome of an unanswered deletion is unknown; the file is complete or gone.
    const { status, bytes } = await harness.read(path);
    if (!deleting.has(path)) expect([path, status]).toEqual([path, 200]);
    if (status === 200) expect(bytes.length).toBeGreaterThan(0);
  }
  const rows = await harness.db.query<{ path: string }>('SELECT path FROM files');
  for (const { path } of rows) expect([path, (await harness.read(path)).status]).toEqual([path, 200]);

  harness.ageObjects();
  await harness.runJob('sweepObjects');
  const { files, objects, used, bytes } = await harness.stored();
  expect([objects, used]).toEqual([files, bytes]);
  expect(kept.size).toBeGreaterThan(rounds);
}, 90_000);

/** Uploads files, and deletes every third one. */
async function workUntil(signal: AbortSignal, kept: Set<string>, deleting: Set<string>): Promise<void> {
  for (let count = 1; !signal.aborted; count++) {
    try {
      const { status, filename } = await media.upload(ada, 1_000 + Math.floor(Math.random() * 100_000));
      if (status !== 201 || filename === undefined) continue;
      answered += 1;
      kept.add(filename);
      if (count % 3 !== 0) continue;
      deleting.add(filename);
      const url = `${media.url}/v3/files/users?path=${encodeURIComponent(filename)}`;
      const { status: deleted } = await fetch(url, { method: 'DELETE', headers: await media.headersOf(ada) });
      if (deleted === 200) kept.delete(filename);
    } catch {
      // Killed during the call: the next round starts over.
      await delay(5);
    }
  }
}
