import sharp from 'sharp';

import { activeFiles } from '../../test/active.ts';
import { dangerous } from '../../test/dangerous.ts';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';

let harness: MediaHarness;
/** Accepts everything that is not dangerous. */
let lenient: MediaHarness;
beforeAll(async () => {
  [harness, lenient] = await Promise.all([startMediaHarness(), startMediaHarness({ MEDIA_TYPES: '*/*' })]);
});
afterAll(async () => {
  await lenient?.stop();
  await harness?.stop();
});

const emptyZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
const rendered = /html|xml|svg|javascript|css/;

describe('what a browser could run', () => {
  it.each(activeFiles)(
    '%s is no image, and as a file an attachment of a type that nothing renders',
    async (_what, name, bytes) => {
      const { vera } = harness.project();
      const asImage = await harness.upload(vera, 'uploadImage', { name, bytes, type: 'image/png' });
      expect([asImage.status, asImage.body.code]).toEqual([422, 'file_type_not_allowed']);

      const { status, body } = await harness.upload(vera, 'uploadFile', { name, bytes, type: 'text/html' });
      expect(status).toBe(201);
      expect(body.filename).not.toMatch(/\.(html?|xhtml|svgz?)$/);
      for (const at of ['/v3/files', '/v3/files/download']) {
        const { headers } = await harness.read(body.filename, { at });
        expect(headers.get('content-type')).not.toMatch(rendered);
        expect(headers.get('content-disposition')).toMatch(/^attachment/);
      }
      expect((await harness.read(body.filename, { at: '/v3/images' })).status).toBe(404);
    },
  );
});

describe('a file that is two things', () => {
  const php = '<?php system($_GET[0]); ?>';
  const script = '<script>alert(1)</script>';
  it('keeps nothing of the foreign content, if it is an image', async () => {
    const { vera } = harness.project();
    const [gif, jpeg, png] = await Promise.all([picture('gif'), picture('jpeg'), picture('png')]);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, php.length + 2]), Buffer.from(php)]);
    const polyglots = [
      Buffer.concat([gif, Buffer.from('/*GIF89a*/alert(1)//FOREIGN')]),
      Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004FOREIGN')]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([png, Buffer.from(`<html>${script}FOREIGN</html>`)]),
    ];
    for (const bytes of polyglots) {
      const { status, body } = await harness.upload(vera, 'uploadFile', { name: 'a.html', bytes });
      expect(status).toBe(201);
      const { bytes: read, headers } = await harness.read(body.filename);
      expect(headers.get('content-type')).toMatch(/^image\/(gif|jpeg|png)$/);
      for (const trace of ['FOREIGN', 'php', 'script', 'alert']) expect(read.includes(trace)).toBe(false);
    }
  });

  it('is served as the detected type, if it is not an image', async () => {
    const { vera } = harness.project();
    const polyglots: [Buffer, RegExp][] = [
      [Buffer.from(`<html>${script}\n%PDF-1.7\n%%EOF`), /^text\/plain/],
      [Buffer.from(`%PDF-1.7\n<html>${script}</html>`), /^application\/pdf$/],
      [
        Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(500), Buffer.from(`<html>${script}`)]),
        /^audio\/mpeg$/,
      ],
      [Buffer.concat([Buffer.from('%PDF-1.7\n%%EOF\n'), await picture('jpeg')]), /^application\/pdf$/],
      [Buffer.concat([emptyZip, await picture('gif')]), /^application\/zip$/],
    ];
    for (const [bytes, type] of polyglots) {
      const { body } = await harness.upload(vera, 'uploadFile', { name: 'a.html', bytes, type: 'text/html' });
      expect(body.type).toMatch(type);
      const { headers } = await harness.read(body.filename);
      expect(headers.get('content-type')).toMatch(type);
    }
  });
});

describe('the content alone decides', () => {
  const contents: [what: string, bytes: () => Promise<Uint8Array | string>, type: string, isInline: boolean][] = [
    ['a PNG', () => picture('png'), 'image/png', true],
    ['a PDF', async () => '%PDF-1.7\n%%EOF', 'application/pdf', false],
    ['a text', async () => 'just words', 'text/plain; charset=utf-8', false],
    ['a zip', async () => emptyZip, 'application/zip', false],
    [
      'a WAV',
      async () => Buffer.concat([Buffer.from('RIFF\u0024\0\0\0WAVEfmt '), Buffer.alloc(40)]),
      'audio/wav',
      true,
    ],
  ];
  const names = ['a.png', 'a.pdf', 'a.txt', 'a.html', 'a'];
  it.each(contents)('over the type and place of %s, whatever it is called', async (_what, make, type, isInline) => {
    const { ada } = harness.project();
    const bytes = await make();
    for (const name of names) {
      for (const declared of ['text/html', 'image/svg+xml', 'image/png']) {
        const { status, body } = await harness.upload(ada, 'uploadFile', { name, bytes, type: declared });
        expect([name, declared, status, body.type]).toEqual([name, declared, 201, type]);
        const { headers } = await harness.read(body.filename, { method: 'HEAD' });
        expect(headers.get('content-type')).toBe(type);
        expect(headers.get('content-disposition')?.startsWith(isInline ? 'inline' : 'attachment')).toBe(true);
      }
    }
  });

  it('and the extension of a download matches its content', async () => {
    const { ada } = harness.project();
    const { body } = await harness.upload(ada, 'uploadFile', { name: 'photo.jpg', bytes: '%PDF-1.7\n%%EOF' });
    expect(body.filename).toMatch(/\/photo\.jpg\.pdf$/);
    const { headers } = await harness.read(body.filename);
    expect(headers.get('content-disposition')).toContain('filename="photo.jpg.pdf"');
  });

  it.each([
    ...dangerous,
    ['a name', 'evil.jpg.exe', 'words'],
    ['a name with an end', 'evil.exe. ', 'words'],
    ['a page that runs', 'a.hta', '<html>'],
    ['a script', 'a.js', 'alert(1)'],
  ] as typeof dangerous)('and refuses %s, whatever the configuration says', async (_what, name, bytes) => {
    for (const place of [harness, lenient]) {
      const { ada } = place.project();
      const before = await place.stored();
      const { status, body } = await place.upload(ada, 'uploadFile', { name, bytes });
      expect([status, body.code]).toEqual([422, 'file_type_not_allowed']);
      expect(await place.stored()).toEqual(before);
    }
  });

  it('and unknown types are accepted only if configured, and never inline', async () => {
    const noise = { name: 'a.bin', bytes: Buffer.from([0, 1, 2, 3, 250, 251]) };
    const refused = await harness.upload(harness.project().ada, 'uploadFile', noise);
    expect(refused.body).toMatchObject({ code: 'file_type_not_allowed', detected: 'unknown' });
    expect(refused.body.allowed.split(',')).toEqual(
      expect.arrayContaining(['image/png', 'application/msword', 'text/*']),
    );

    const { body } = await lenient.upload(lenient.project().ada, 'uploadFile', noise);
    expect(body.type).toBe('application/octet-stream');
    expect((await lenient.read(body.filename)).headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('within the types that a project accepts from its visitors and from its team', async () => {
    const { vera, linus, projectId } = harness.project();
    harness.settings.set(projectId, {
      widget: { allowedUploadExtentions: '.txt' },
      allowed_upload_extentions: '.pdf,image/*',
    });
    const status = async (by: typeof vera, bytes: Uint8Array | string, name: string) =>
      (await harness.upload(by, 'uploadChatFile', { name, bytes })).status;
    const png = await picture('png');
    expect([await status(vera, 'words', 'a.txt'), await status(vera, png, 'a.png')]).toEqual([201, 422]);
    expect([await status(linus, 'words', 'a.txt'), await status(linus, png, 'a.png')]).toEqual([422, 201]);
  });
});

describe('a photo', () => {
  it('is stored upright, with nothing in it but its pixels', async () => {
    const { vera } = harness.project();
    const sent = await sharp(await picture('jpeg', 400, 300))
      .withExif({ IFD0: { Copyright: 'SECRET-EXIF' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await harness.upload(vera, 'uploadImage', { name: 'p.jpg', bytes: sent });
    expect([body.width, body.height]).toEqual([300, 400]);

    const { bytes } = await harness.read(body.filename);
    const left = await sharp(bytes).metadata();
    expect([left.width, left.height, left.exif, left.xmp, left.icc, left.iptc, left.orientation]).toEqual([
      300,
      400,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('SECRET')).toBe(false);
    // Rotated to the right: the left side is on top.
    const top = await sharp(bytes).extract({ left: 100, top: 50, width: 1, height: 1 }).raw().toBuffer();
    expect(top[0]).toBeGreaterThan(200);
  });

  it('that is broken or cut off is refused, and leaves nothing', async () => {
    const { vera } = harness.project();
    const whole = await picture('jpeg', 800, 800);
    const before = await harness.stored();
    for (const bytes of [whole.subarray(0, whole.length / 2), whole.subarray(0, 30)]) {
      const { status, body } = await harness.upload(vera, 'uploadImage', { name: 'p.jpg', bytes });
      expect([status, body.code]).toEqual([422, 'image_unreadable']);
    }
    expect(await harness.stored()).toEqual(before);
  });
});
