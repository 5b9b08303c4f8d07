import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { ChatwootStandIn } from '../../test/chatwoot-api.ts';
import { chatwootSql } from '../../test/chatwoot-database.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import { newSeal } from '../archive/sealing.ts';
import { convertProject, projectsOf } from '../convert/convert-project.ts';
import { Progress } from '../progress.ts';
import { openChatwootRest } from './chatwoot-rest.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-chatwoot-rest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function fetched(
  { url, token }: Pick<ChatwootStandIn, 'url' | 'token'>,
  work: string,
  stopping = new AbortController().signal,
) {
  const progress = new Progress(new Writable({ write: (_bytes, _encoding, done) => done() }));
  return openChatwootRest({ url, token, work: join(folder, work), progress, stopping, firstPauseMs: 1 });
}

async function archiveOf({ origins, close, forget }: Awaited<ReturnType<typeof fetched>>, work: string) {
  const [origin] = origins;
  const [project] = origin ? await projectsOf(origin) : [];
  if (!origin || !project) throw new Error('There is no account.');
  const seal = await newSeal('a passphrase for tests');
  const { folder: made } = await convertProject(origin, project, { work: join(folder, `${work}-archive`), seal });
  await close();
  await forget();
  return ArchiveReader.open(made);
}

it('goes on where it was when it is stopped at any call, and asks for nothing twice', async () => {
  const standIn = await ChatwootStandIn.start(chatwootSql(2026, { requests: 40 }));
  try {
    standIn.faultOf = () => undefined;
    const work = 'stopped';
    for (let runs = 0, isDone = false; !isDone; runs++) {
      const stopping = new AbortController();
      // Each run is stopped a few calls later than the one before it.
      const last = standIn.answered.length + 3 + runs * 7;
      standIn.onAnswer = () => standIn.answered.length >= last && stopping.abort();
      isDone = await fetched(standIn, work, stopping.signal).then(
        async ({ close }) => {
          await close();
          return true;
        },
        (error) => {
          if (!stopping.signal.aborted) throw error;
          return false;
        },
      );
    }
    const asked = standIn.answered.filter((path) => !path.includes('/profile'));
    const twice = asked.length - new Set(asked).size;
    // The call in which it was stopped is made once more.
    expect(twice).toBeLessThanOrEqual(standIn.answered.length - asked.length);
    standIn.onAnswer = () => undefined;
    const resumed = await archiveOf(await fetched(standIn, work), work);
    const whole = await archiveOf(await fetched(standIn, 'whole'), 'whole');
    expect(resumed.fingerprint).toBe(whole.fingerprint);
    expect(whole.manifest.counts).toMatchObject({ request: 40, lead: 8 });
  } finally {
    await standIn.stop();
  }
});

it('deletes what it has read when asked to, and refuses another token', async () => {
  const standIn = await ChatwootStandIn.start(chatwootSql(2026, { requests: 2 }));
  try {
    const { close, forget } = await fetched(standIn, 'forgotten');
    await close();
    expect(await readdir(join(folder, 'forgotten'))).toHaveLength(1);
    await forget();
    expect(await readdir(join(folder, 'forgotten'))).toEqual([]);
    await expect(fetched({ url: standIn.url, token: 'another' }, 'refused')).rejects.toThrow(/profile answers 401/);
  } finally {
    await standIn.stop();
  }
});
