import { avatarOf, type FileView, fileUploaded } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import sharp from 'sharp';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';

let harness: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness();
});
afterAll(() => harness?.stop());

const photoOf = (id: string) => `uploads/users/${id}/images/photo.jpg`;

it('is a JPEG at a fixed path, fitted, on white, with its thumbnail, readable by everyone', async () => {
  const { linus } = harness.project();
  const bytes = await sharp({ create: { width: 3_000, height: 1_500, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { status, body } = await harness.upload(linus, 'uploadPhoto', { name: 'me.png', bytes });

  expect([status, body.message, body.filename]).toEqual([201, 'Image uploded successfully', photoOf(linus.id)]);
  expect([body.type, body.width, body.height]).toEqual(['image/jpeg', 1_024, 512]);
  const { headers, bytes: read } = await harness.read(body.filename, { at: '/v3/images' });
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'public, max-age=300, must-revalidate',
  ]);
  const { data } = await sharp(read).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect((await harness.read(`uploads/users/${linus.id}/images/thumbnails_200_200-photo.jpg`)).status).toBe(200);
});

it('may be kept for a year under the version that its records name, and under no other', async () => {
  const { linus } = harness.project();
  await harness.upload(linus, 'uploadPhoto', { name: 'p.png', bytes: await picture('png', 300, 300) });
  const event = (await harness.outbox(fileUploaded)).find(({ data }) => data.file.path === photoOf(linus.id));
  const { url = '' } = avatarOf(event?.data.file as FileView) ?? {};
  const [, path = '', v = ''] = /^\/v3\/images\?path=(.*)&v=([0-9a-f]{8})$/.exec(url) ?? [];
  expect(path).toBe(`uploads/users/${linus.id}/images/thumbnails_200_200-photo.jpg`);
  const read = async (query: string) => {
    const { status, headers } = await harness.read(path, { at: '/v3/images', query });
    return [status, headers.get('cache-control'), headers.get('etag')?.slice(1, 9)];
  };
  expect(await read(`&v=${v}`)).toEqual([200, 'public, max-age=31536000, immutable', v]);
  for (const other of ['', '&v=', '&v=00000000', `&v=${v.slice(1)}`, `&v=${v}0`])
    expect([other, await read(other)]).toEqual([other, [200, 'public, max-age=300, must-revalidate', v]]);

  const query = { force: 'true' };
  await harness.upload(linus, 'uploadPhoto', { name: 'q.png', bytes: await picture('png', 200, 300) }, { query });
  expect((await read(`&v=${v}`)).slice(0, 2)).toEqual([200, 'public, max-age=300, must-revalidate']);
});

it('is not replaced by accident: of twenty at once without force, one wins', async () => {
  const { linus } = harness.project();
  const bytes = await picture('png');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => harness.upload(linus, 'uploadPhoto', { name: 'p.png', bytes })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('photo_exists');
  expect(
    (await harness.upload(linus, 'uploadPhoto', { name: 'p.png', bytes }, { query: { force: 'true' } })).status,
  ).toBe(201);
  const [row] = await harness.db.query<{ files: number; used: number; bytes: number }>(
    `SELECT files, bytes AS used, (SELECT sum(size + thumbnail_size) FROM files WHERE uploader_id = $1) AS bytes
     FROM usage WHERE kind = 'user' AND id = $1`,
    [linus.id],
  );
  expect(row).toEqual({ files: 1, used: row?.bytes, bytes: row?.bytes });
});

it('is replaced atomically: readers get the old or the new one, with its own length and tag', async () => {
  const { linus } = harness.project();
  const sent = [await picture('png', 300, 300), await picture('png', 500, 200)];
  const put = (bytes: Buffer, operation: 'createProjectPhoto' | 'replaceProjectPhoto' = 'replaceProjectPhoto') =>
    harness.upload(linus, operation, { name: 'p.png', bytes });
  const tags = new Map<string, string>();
  for (const [index, bytes] of sent.entries()) {
    const { status, body } = await put(bytes, index === 0 ? 'createProjectPhoto' : 'replaceProjectPhoto');
    expect(status).toBe(201);
    expect(body.message).toBe('Image uploaded successfully');
    const read = await harness.read(body.filename);
    tags.set(read.headers.get('etag') ?? '', String(read.bytes.length));
  }
  const readers = Array.from({ length: 100 }, async () => {
    const read = await harness.read(photoOf(linus.id));
    expect([read.status, read.headers.get('content-length')]).toEqual([200, String(read.bytes.length)]);
    expect(tags.get(read.headers.get('etag') ?? '')).toBe(String(read.bytes.length));
  });
  await Promise.all([...readers, put(sent[0] as Buffer), put(sent[1] as Buffer)]);
  await harness.settled();
  expect((await harness.read(photoOf(linus.id))).status).toBe(200);
});

it('of a bot may be changed by the admins of its project only', async () => {
  const here = harness.project();
  const there = harness.project();
  const [bot, foreign] = [newId(), newId()];
  harness.bots.set(bot, here.projectId).set(foreign, there.projectId);
  const bytes = await picture('png');
  const query = { bot_id: `bot_${bot}` };

  const mine = await harness.upload(here.grace, 'replaceProjectPhoto', { name: 'p.png', bytes }, { query });
  expect([mine.status, mine.body.filename]).toEqual([201, photoOf(bot)]);
  const before = await harness.read(photoOf(bot));

  const at = (by: typeof here.ada, operation: 'uploadPhoto' | 'replaceProjectPhoto', bot_id: string) =>
    harness
      .upload(
        by,
        operation,
        { name: 'p.png', bytes },
        { query: { bot_id, ...(operation === 'uploadPhoto' && { force: 'true' }) } },
      )
      .then(({ status, body }) => `${status} ${body.code}`);
  expect(await at(here.linus, 'replaceProjectPhoto', bot)).toBe('403 role_too_low');
  expect(await at(here.vera, 'replaceProjectPhoto', bot)).toMatch(/^403/);
  expect(await at(here.vera, 'uploadPhoto', bot)).toBe('403 users_only');
  expect(await at(here.grace, 'replaceProjectPhoto', foreign)).toBe('404 bot_not_found');
  expect(await at(here.grace, 'uploadPhoto', foreign)).toBe('404 bot_not_found');
  expect(await at(there.ada, 'uploadPhoto', bot)).toBe('404 bot_not_found');
  expect(await at(here.grace, 'uploadPhoto', newId())).toBe('404 bot_not_found');
  expect(await at(here.grace, 'uploadPhoto', here.linus.id)).toBe('404 bot_not_found');

  const after = await harness.read(photoOf(bot));
  expect(after.bytes.equals(before.bytes)).toBe(true);
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
});

it('accepts only the four image types', async () => {
  const { linus } = harness.project();
  const { status, body } = await harness.upload(linus, 'uploadPhoto', { name: 'p.jpg', bytes: '%PDF-1.7\n%%EOF' });
  expect([status, body.code]).toEqual([422, 'file_type_not_allowed']);
});
