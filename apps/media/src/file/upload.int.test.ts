import { type Actor, fileUploaded } from '@parley/contracts';
import { timeoutOf } from '@parley/testkit';
import sharp from 'sharp';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { animation, formats, noise, picture } from '../../test/pictures.ts';
import { thumbnailPrefix } from './file-path.ts';

let harness: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness();
});
afterAll(() => harness?.stop());

/** The median. */
async function tookMs(times: number, call: () => Promise<{ status: number }>): Promise<number> {
  const took: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now();
    const { status } = await call();
    took.push(performance.now() - began);
    expect(status).toBeLessThan(300);
  }
  return took.toSorted((one, other) => one - other)[times >> 1] ?? 0;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

describe('an upload', () => {
  it.each([
    ['uploadFile', 'File uploded successfully', 'uploads/users/USER/files/UUID/note.txt'],
    ['uploadChatFile', 'File uploaded successfully', 'uploads/users/USER/files/UUID/note.txt'],
    ['uploadAsset', 'File uploaded successfully', 'uploads/projects/PROJECT/files/UUID/note.txt'],
  ] as const)(
    'by %s answers 201 in the words of the contract, and can be read at once',
    async (operation, message, shape) => {
      const { grace, projectId } = harness.project();
      const { status, body } = await harness.upload(grace, operation, { name: 'note.txt', bytes: 'hello' });

      expect([status, body.message, body.type, body.size]).toEqual([201, message, 'text/plain; charset=utf-8', 5]);
      expect(body.filename).toMatch(
        new RegExp(`^${shape.replace('USER', grace.id).replace('UUID', uuid).replace('PROJECT', projectId)}$`),
      );
      const read = await harness.read(body.filename);
      expect([read.status, read.bytes.toString()]).toEqual([200, 'hello']);
    },
  );

  it.each(formats)('of a %s can be read as file and as image, with its thumbnail', async (format) => {
    const { vera } = harness.project();
    const { status, body } = await harness.upload(vera, 'uploadImage', {
      name: `p.${format}`,
      bytes: await picture(format),
    });

    expect([status, body.message, body.type]).toEqual([201, 'Image uploded successfully', `image/${format}`]);
    expect(body.thumbnail).toBe(body.filename.replace(/[^/]+$/, (name: string) => thumbnailPrefix + name));
    for (const at of ['/v3/files', '/v3/images']) {
      const { bytes, headers } = await harness.read(body.filename, { at });
      expect([headers.get('content-type'), bytes.length]).toEqual([`image/${format}`, body.size]);
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([body.width, body.height]);
      const thumbnail = await sharp((await harness.read(body.thumbnail, { at })).bytes).metadata();
      expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual([format, 200, 200]);
    }
  });

  it('of an image of 5 MB is answered within 1.5 s, and the first byte of a file of 100 kB within 50 ms', async () => {
    const { vera } = harness.project();
    const bytes = await noise(5_000_000);
    const image = await tookMs(3, () => harness.upload(vera, 'uploadImage', { name: 'a.jpg', bytes }));
    const { body } = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'x'.repeat(100_000) });
    const read = await tookMs(9, () => harness.read(body.filename));
    expect(image).toBeLessThan(timeoutOf(1_500));
    expect(read).toBeLessThan(timeoutOf(50));
  });

  it('publishes one event', async () => {
    const { vera, projectId } = harness.project();
    const { body } = await harness.upload(vera, 'uploadFile', { name: 'a b.txt', bytes: 'hello' });
    const [event] = await harness.outbox(fileUploaded, projectId);
    expect(event?.data.file).toMatchObject({
      path: body.filename,
      filename: 'a b.txt',
      size: 5,
      type: 'text/plain; charset=utf-8',
      uploader: { kind: 'guest', id: vera.id },
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
  });

  it('gets a path that reveals neither other paths nor the time of the upload', async () => {
    const { ada, projectId } = harness.project();
    const uploads = 300;
    const found: string[] = [];
    // In batches: quick enough that sequential ids would show.
    while (found.length < uploads) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => harness.upload(ada, 'uploadChatFile', { name: 'a.txt', bytes: 'x' })),
      );
      found.push(...answers.map(({ body }) => body.filename.split('/')[4]));
    }
    expect(new Set(found).size).toBe(uploads);

    const bits = found.map((one) => BigInt(`0x${one.replaceAll('-', '')}`));
    // Four bits hold the version, two the variant; each of the others is 1 half of the time, within six deviations.
    const fixed = Array.from({ length: 128 }, (_, bit) => {
      const ones = bits.filter((value) => (value >> BigInt(bit)) & 1n).length;
      return Math.abs(ones - uploads / 2) > 3 * Math.sqrt(uploads);
    });
    expect(fixed.filter(Boolean)).toHaveLength(6);
    const rows = await harness.db.query<{ id: string; path: string }>(
      'SELECT id, path FROM files WHERE id_project = $1',
      [projectId],
    );
    expect(rows).toHaveLength(uploads);
    // An id starts with its time.
    for (const { id, path } of rows) expect(path.split('/')[4]).not.toContain(id.slice(0, 8));
  });

  it('at the root belongs to the given project if the user is a member, or to the project that the caller is bound to', async () => {
    const [here, there] = [harness.project(), harness.project()];
    const linus = { ...here.linus, projectId: undefined, role: undefined };
    const send = (by: Actor, query: Record<string, string> = {}) =>
      harness.upload(by, 'uploadFile', { name: 'a.txt', bytes: 'hello' }, { query });
    const readAt = async (path: string, { projectId }: { projectId: string }) =>
      (await harness.read(path, { at: `/v3/${projectId}/files` })).status;
    const statuses = async (path: string) => [await readAt(path, here), await readAt(path, there)];

    const named = await send(linus, { id_project: here.projectId });
    const bound = await Promise.all([send(here.vera), send(here.robby)]);
    for (const { body } of [named, ...bound]) expect(await statuses(body.filename)).toEqual([200, 404]);
    expect(bound[1]?.body.filename).toMatch(new RegExp(`^uploads/users/bot_${here.robby.id}/files/`));
    expect(await statuses((await send(linus)).body.filename)).toEqual([200, 200]);
    for (const by of [linus, here.vera, here.robby]) {
      const { status, body } = await send(by, { id_project: there.projectId });
      expect([by.kind, status, body.code]).toEqual([by.kind, 403, 'not_a_member']);
    }
  });

  it('expires after the configured retention of chats; an asset by its own', async () => {
    const short = await startMediaHarness({ MEDIA_CHAT_DAYS: '2' });
    const { grace } = short.project();
    const daysOf = async (operation: 'uploadChatFile' | 'uploadAsset', query = {}) => {
      const { body } = await short.upload(grace, operation, { name: 'a.txt', bytes: 'hello' }, { query });
      const [row] = await short.db.query<{ days: number | null }>(
        'SELECT extract(epoch FROM expires_at - created_at)::int / 86400.0 AS days FROM files WHERE path = $1',
        [body.filename],
      );
      return row?.days === null ? undefined : Math.round(Number(row?.days));
    };
    expect(await daysOf('uploadChatFile')).toBe(2);
    expect(await daysOf('uploadAsset')).toBeUndefined();
    for (const name of ['expiration', 'expirationTime']) {
      expect(await daysOf('uploadAsset', { [name]: String(5 * 86_400) })).toBe(5);
    }
    await short.stop();
  });

  it('keeps the frames of an animation', async () => {
    const { vera } = harness.project();
    for (const format of ['gif', 'webp'] as const) {
      const { body } = await harness.upload(vera, 'uploadFile', { name: 'a', bytes: await animation(format) });
      const { pages } = await sharp((await harness.read(body.filename)).bytes, { pages: -1 }).metadata();
      expect([format, pages, body.width, body.height]).toEqual([format, 3, 60, 60]);
    }
  });
});

describe('every name', () => {
  it.each([
    'a b.txt',
    'a+b.txt',
    '100%.txt',
    'a&b#c.txt',
    'résumé.txt',
    'фото.txt',
    '😀.txt',
    '..',
    '.htaccess',
    `${'x'.repeat(300)}.txt`,
    '',
    'a\u202etxt.txt',
    'a\r\nSet-Cookie: b.txt',
    '../../../etc/passwd',
    'a"b.txt',
  ])('%j is accepted, and read back however its path is encoded', async (name) => {
    const { vera } = harness.project();
    const { status, body } = await harness.upload(vera, 'uploadFile', { name, bytes: 'hello' });
    expect(status).toBe(201);
    const path: string = body.filename;
    const encoded = encodeURIComponent(path);
    const lower = encoded.replace(/%../g, (hex) => hex.toLowerCase());
    for (const sent of [path, encodeURI(path), encoded, encodeURIComponent(encoded), lower]) {
      const { status: readStatus, bytes, headers } = await harness.read(sent);
      expect([sent, readStatus, bytes.toString()]).toEqual([sent, 200, 'hello']);
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!$&+^`|-]*$/,
      );
    }
  });
});
