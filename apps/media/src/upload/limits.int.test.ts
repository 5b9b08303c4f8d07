import { rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';

import type { Actor } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';

const bytes = { MEDIA_FILE_BYTES: '100000', MEDIA_IMAGE_BYTES: '100000', MEDIA_GUEST_BYTES: '300000' };
let harness: MediaHarness;
/** Gives up a body after a moment of silence: for those that stall, since a busy machine is silent, too. */
let impatient: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness(bytes);
  impatient = await startMediaHarness({ ...bytes, MEDIA_IDLE_TIMEOUT: '200ms' });
});
afterAll(async () => {
  await harness?.stop();
  await impatient?.stop();
});

const field = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nvalue\r\n';
const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
const tail = '\r\n--b--\r\n';

const limit = 100_000;
const words = (size: number) => 'x'.repeat(size);

describe('the limit', () => {
  it('is the largest accepted size; beyond it a 413 names it, and nothing is left', async () => {
    const { ada } = harness.project();
    for (const size of [limit - 1, limit]) {
      expect((await harness.upload(ada, 'uploadFile', { name: 'a.txt', bytes: words(size) })).status).toBe(201);
    }
    const before = await harness.stored();
    for (const size of [limit + 1, limit + 70_000]) {
      const { status, body } = await harness.upload(ada, 'uploadFile', { name: 'a.txt', bytes: words(size) });
      expect([status, body.code, body.limit_file_size]).toEqual([413, 'file_too_large', limit]);
    }
    const empty = await harness.upload(ada, 'uploadFile', { name: 'a.txt', bytes: '' });
    expect([empty.status, empty.body.code]).toEqual([422, 'file_empty']);
    expect(await harness.stored()).toEqual(before);
  });

  it('holds for a body without a length, before all of it is read', async () => {
    const { ada } = harness.project();
    const before = await harness.stored();
    const { status, body } = await raw(ada, [head, ...Array(20).fill(words(limit / 10)), tail]);
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect(await harness.stored()).toEqual(before);
  });

  it('is not bypassed by a false length', async () => {
    const { ada } = harness.project();
    const before = await harness.stored();
    const body = [head, words(5_000), tail];
    // The excess bytes are not a valid call: either they or the truncated form may be refused first.
    expect([400, 422]).toContain((await raw(ada, body, { length: 1_000 })).status);
    const over = await raw(ada, body, { length: limit + 70_000 });
    expect([over.status, over.body.code]).toEqual([413, 'file_too_large']);
    await eventually(async () => expect(await harness.stored()).toEqual(before));
  });

  it('leaves nothing of a client that disconnects or stalls', async () => {
    const { ada } = impatient.project();
    const before = await impatient.stored();
    const to = impatient;
    await raw(ada, [head, words(5_000)], { to, hangUp: true }).catch(() => undefined);
    const stalled = [
      await raw(ada, [head, words(5_000)], { to, fallSilent: true }),
      await raw(ada, [head, words(5_000), tail], { to, length: 6_000 }),
    ];
    expect(stalled.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([408, 'body_timeout']));
    await eventually(async () => expect(await impatient.stored()).toEqual(before));
  });
});

describe('a form', () => {
  it.each([
    ['without a file', `--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nwords\r\n--b--\r\n`, 'file_missing'],
    ['with a file by another name', form('other', 'a.txt'), 'validation_failed'],
    ['with two files', form('file', 'a.txt').replace('--b--\r\n', '') + form('file', 'b.txt'), 'validation_failed'],
    ['that never ends', head + words(100), 'validation_failed'],
    ['of too many parts', `${field.repeat(30)}${form('file', 'a.txt')}`, 'validation_failed'],
    [
      'with too much beside the file',
      field.replace('value', words(70_000)) + form('file', 'a.txt'),
      'validation_failed',
    ],
    ['that is none', 'nonsense', 'validation_failed'],
  ])('%s is a 422, and leaves nothing', async (_what, text, code) => {
    const { ada } = harness.project();
    const before = await harness.stored();
    const { status, body } = await raw(ada, [text]);
    expect([status, body.code]).toEqual([422, code]);
    expect(await harness.stored()).toEqual(before);
  });

  it('may have parts besides the file, which are ignored', async () => {
    const { ada } = harness.project();
    const { status } = await raw(ada, [field.repeat(5) + form('file', 'a.txt')]);
    expect(status).toBe(201);
  });
});

describe('a quota', () => {
  it('is never exceeded, however many upload at once, and is freed by deletion', async () => {
    const { vera } = harness.project();
    const send = (size: number) => harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: words(size) });
    // Filled to 95 %; three more fit.
    const first = [await send(95_000), await send(95_000), await send(95_000)];
    const answers = await Promise.all(Array.from({ length: amountOf({ quick: 30, soak: 100 }) }, () => send(4_000)));
    const taken = [...first, ...answers.filter(({ status }) => status === 201)];
    expect(taken).toHaveLength(first.length + 3);
    const refused = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code]);
    expect(new Set(refused.map(String))).toEqual(new Set(['413,quota_exceeded']));

    const { body: usage } = await harness.as(vera).getUsage();
    expect(usage).toEqual({ used: 297_000, files: taken.length, limit: 300_000, limit_files: 200 });
    const { used, bytes, objects, files, spooled } = await harness.stored();
    expect(used).toBe(bytes);
    expect([objects, spooled]).toEqual([files, 0]);

    for (const { body } of taken) await harness.as(vera).deleteFile({ path: body.filename });
    expect((await harness.as(vera).getUsage()).body).toMatchObject({ used: 0, files: 0 });
  });

  it('states in its error how large a file may still be', async () => {
    const { vera } = harness.project();
    const send = (size: number) => harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: words(size) });
    for (let count = 0; count < 3; count++) await send(90_000);
    const { status, body } = await send(40_000);
    expect([status, body.code]).toEqual([413, 'quota_exceeded']);
    expect(body).toMatchObject({ limit: 300_000, used: 270_000, limit_file_size: 30_000, files: 3, limit_files: 200 });
  });

  it('limits the number of files, too', async () => {
    const small = await startMediaHarness({ MEDIA_GUEST_FILES: '1' });
    const { vera } = small.project();
    const send = () => small.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 413]);
    expect(second.body).toMatchObject({ files: 1, limit_files: 1, limit_file_size: 0 });
    await small.stop();
  });

  it('counts an image with its thumbnail', async () => {
    const { vera } = harness.project();
    const { body } = await harness.upload(vera, 'uploadImage', { name: 'p.png', bytes: await picture('png') });
    const thumbnail = await harness.read(body.thumbnail);
    expect((await harness.as(vera).getUsage()).body.used).toBe(body.size + thumbnail.bytes.length);
  });
});

it('limits uploads per minute, those of guests more', async () => {
  const strict = await startMediaHarness({ RATE_LIMIT_FACTOR: '1', LIMIT_GUEST_UPLOADS: '2', LIMIT_UPLOADS: '3' });
  const { vera, ada } = strict.project();
  const statuses = async (by: Actor) => {
    const found: number[] = [];
    for (let call = 0; call < 4; call++) {
      found.push((await strict.upload(by, 'uploadFile', { name: 'a.txt', bytes: 'x' })).status);
    }
    return found;
  };
  expect([await statuses(vera), await statuses(ada)]).toEqual([
    [201, 201, 429, 429],
    [201, 201, 201, 429],
  ]);
  await strict.stop();
});

it('answers 503 while the store is unavailable, and goes on when it is back', async () => {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  const [place, away] = [`${harness.folder}/media`, `${harness.folder}/away`];
  await rename(place, away);
  await writeFile(place, 'in its way');
  const upload = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  expect([upload.status, upload.body.code, upload.headers.get('retry-after')]).toEqual([
    503,
    'storage_unavailable',
    '10',
  ]);
  expect((await harness.read(body.filename)).status).toBe(503);

  await rm(place);
  await rename(away, place);
  expect((await harness.read(body.filename)).bytes.toString()).toBe('hello');
  expect((await harness.as(vera).getUsage()).body).toMatchObject({ used: 5, files: 1 });
});

it('counts a repeat with the same Idempotency-Key once', async () => {
  const { vera } = harness.project();
  const send = (bytes: string) =>
    harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes }, { headers: { 'idempotency-key': 'once' } });
  const [first, second, other] = [await send('hello'), await send('hello'), await send('other')];
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  expect((await harness.as(vera).getUsage()).body).toMatchObject({ used: 5, files: 1 });
});

function form(name: string, filename: string): string {
  return `${head.replace('"file"', `"${name}"`).replace('a.txt', filename)}words${tail}`;
}

/** Sends a form in pieces, without a length, or with the given one. */
async function raw(
  actor: Actor,
  pieces: string[],
  {
    to = harness,
    hangUp = false,
    fallSilent = false,
    length,
  }: { to?: MediaHarness; hangUp?: boolean; fallSilent?: boolean; length?: number } = {},
) {
  const headers = {
    ...(await to.headersOf(actor)),
    'content-type': 'multipart/form-data; boundary=b',
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
  };
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would.
  return new Promise<{ status: number; body: any }>((resolve, reject) => {
    const call = request(`${to.addresses.http}/v3/files/users`, { method: 'POST', headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') }),
      );
    });
    call.on('error', reject);
    for (const piece of pieces) call.write(piece);
    if (hangUp) call.write('', () => call.destroy());
    else if (!fallSilent) call.end();
  });
}
