import { randomBytes } from 'node:crypto';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';

let harness: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness();
});
afterAll(() => harness?.stop());

const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

async function stored(bytes: Uint8Array | string = 'hello world', name = 'note.txt') {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadFile', { name, bytes });
  return body as { filename: string; size: number; type: string; thumbnail?: string };
}

describe('every answer to a read', () => {
  it('forbids its content to execute: 200, 206, 304, 404 and 416 alike', async () => {
    const { filename } = await stored();
    const { headers: whole } = await harness.read(filename);
    const answers = {
      200: {},
      206: { range: 'bytes=0-1' },
      304: { 'if-none-match': whole.get('etag') ?? '' },
      416: { range: 'bytes=100-' },
      404: undefined,
    };
    for (const [status, headers] of Object.entries(answers)) {
      const answer = await harness.read(headers ? filename : 'uploads/nothing', { headers });
      expect(answer.status).toBe(Number(status));
      expect(Object.fromEntries(answer.headers)).toMatchObject(always);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(JSON.stringify([...answer.headers])).not.toContain(harness.folder);
    }
    expect((await harness.read('uploads/nothing')).headers.get('cache-control')).toBe('no-store');
    expect(whole.get('cache-control')).toBe('private, max-age=86400, immutable');
  });

  it('revalidates what the reader has cached', async () => {
    const { filename } = await stored();
    const { headers } = await harness.read(filename);
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    const status = async (sent: Record<string, string>) => (await harness.read(filename, { headers: sent })).status;
    expect(await status({ 'if-none-match': `"x", ${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200);
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(200);
  });

  it('is an attachment on request, and only images are served at their URL', async () => {
    const image = await stored(await picture('png'), 'p.png');
    const text = await stored();
    const disposition = async (path: string, options: Parameters<MediaHarness['read']>[1]) =>
      (await harness.read(path, options)).headers.get('content-disposition')?.split(';')[0];
    expect(await disposition(image.filename, {})).toBe('inline');
    expect(await disposition(image.filename, { query: '&as_attachment=true' })).toBe('attachment');
    expect(await disposition(image.filename, { at: '/v3/files/download' })).toBe('attachment');
    expect(await disposition(text.filename, {})).toBe('attachment');
    expect((await harness.read(text.filename, { at: '/v3/images' })).status).toBe(404);
    expect((await harness.read(image.filename, { at: '/v3/images' })).status).toBe(200);
  });
});

describe('a part of a file', () => {
  const bytes = randomBytes(1_000);
  let filename: string;
  let etag: string;
  beforeAll(async () => {
    // Gzip by its first bytes: a document, stored unchanged.
    bytes.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    filename = (await stored(bytes, 'data.gz')).filename;
    etag = (await harness.read(filename)).headers.get('etag') ?? '';
  });

  it.each([
    ['bytes=0-0', 206, 0, 1],
    ['bytes=0-', 206, 0, 1_000],
    ['bytes=-1', 206, 999, 1_000],
    ['bytes=10-2000', 206, 10, 1_000],
    ['bytes=5-2', 200, 0, 1_000],
    ['bytes=-0', 416, 0, 0],
    ['bytes=1000-', 416, 0, 0],
    ['bytes=0-1,4-5,7-8,10-11,13-14,16-17,19-20,22-23,25-26,28-29', 200, 0, 1_000],
    ['bits=0-1', 200, 0, 1_000],
  ])('%s is %i and exactly those bytes; HEAD says the same without them', async (range, status, start, end) => {
    const read = await harness.read(filename, { headers: { range } });
    const head = await harness.read(filename, { headers: { range }, method: 'HEAD' });
    expect([read.status, head.status]).toEqual([status, status]);
    expect(read.bytes.equals(bytes.subarray(start, end))).toBe(true);
    expect(head.bytes).toHaveLength(0);
    for (const name of [
      'content-length',
      'content-range',
      'etag',
      'content-type',
      'content-disposition',
      'accept-ranges',
    ]) {
      expect([name, head.headers.get(name)]).toEqual([name, read.headers.get(name)]);
    }
    expect(read.headers.get('content-length')).toBe(String(end - start));
    const contentRange = { 206: `bytes ${start}-${end - 1}/1000`, 416: 'bytes */1000', 200: null }[status];
    expect(read.headers.get('content-range')).toBe(contentRange);
  });

  it('is served only for the version that If-Range names', async () => {
    const status = async (condition: string) =>
      (await harness.read(filename, { headers: { range: 'bytes=0-1', 'if-range': condition } })).status;
    expect([await status(etag), await status('"older"')]).toEqual([206, 200]);
  });
});

describe('a path that leads nowhere', () => {
  it('is the same 404, whether it is impossible, was never used, or leaves a valid one', async () => {
    const { filename } = await stored();
    const never = filename.replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'));
    const answers = await Promise.all(
      ['nothing', never, `${filename}/../x`, `${filename}x`].map((path) => harness.read(path)),
    );
    const problems = answers.map(({ status, bytes }) => [status, { ...JSON.parse(bytes.toString()), requestId: '' }]);
    expect(new Set(problems.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(problems[0]?.[0]).toBe(404);
  });

  it('includes paths of another project at the URL of a project', async () => {
    const [one, other] = [harness.project(), harness.project()];
    const { body } = await harness.upload(one.vera, 'uploadChatFile', { name: 'a.txt', bytes: 'hello' });
    const at = (projectId: string) => harness.read(body.filename, { at: `/v3/${projectId}/files` });
    expect([(await at(one.projectId)).status, (await at(other.projectId)).status]).toEqual([200, 404]);
  });
});

it('keeps text of callers out of the keys of the store', async () => {
  const { projectId, victor } = harness.project();
  for (const id of ['../../x', 'a/b', '..']) {
    const external = { ...victor, id };
    const { status, body } = await harness.upload(external, 'uploadChatFile', {
      name: '../../evil.txt',
      bytes: 'hello',
    });
    expect(status).toBe(201);
    expect((await harness.read(body.filename)).bytes.toString()).toBe('hello');
  }
  for await (const { key } of harness.context.storage.list()) expect(key).toMatch(/^[0-9a-f]{24}\/[0-9a-f]{24}\/[ot]$/);
  expect(projectId).toMatch(/^[0-9a-f]{24}$/);
});
