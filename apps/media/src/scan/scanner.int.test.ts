import { crc32, deflateRawSync } from 'node:zlib';

import { describeWithProgram } from '@parley/testkit';

import { archive } from '../../test/bombs.ts';
import { type Clamd, clamdProgram, eicar, FakeClamd, startClamd } from '../../test/clamd.ts';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';

/** Number of bytes that the fake is probed with at the start. */
const small = { MEDIA_FILE_BYTES: '1000000', MEDIA_IMAGE_BYTES: '1000000' };

let clamd: FakeClamd;
let harness: MediaHarness;
beforeAll(async () => {
  clamd = await FakeClamd.start();
  harness = await startMediaHarness({ ...small, CLAMD_ADDRESS: clamd.address });
});
afterAll(async () => {
  await harness?.stop();
  await clamd?.stop().catch(() => undefined);
});

it('refuses infected files, and keeps nothing of them', async () => {
  const { vera } = harness.project();
  const before = await harness.stored();
  const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(eicar)]);
  for (const [name, bytes] of [
    ['eicar.txt', eicar],
    ['eicar.zip', archive],
  ] as const) {
    const { status, body } = await harness.upload(vera, 'uploadFile', { name, bytes });
    expect([status, body.code]).toEqual([422, 'file_infected']);
  }
  expect(await harness.stored()).toEqual(before);
});

it('sends the uploaded bytes to the scanner, in chunks that it accepts', async () => {
  const { vera } = harness.project();
  const sent = Buffer.concat([await picture('png'), Buffer.alloc(200_000, 'foreign')]);
  expect((await harness.upload(vera, 'uploadImage', { name: 'p.png', bytes: sent })).status).toBe(201);
  expect(clamd.scanned.some((bytes) => bytes.equals(sent))).toBe(true);
  expect(clamd.longestChunk).toBeLessThanOrEqual(65_536);
});

it('refuses uploads while the scanner is unavailable, unless it is configured to let them pass', async () => {
  const { vera } = harness.project();
  const lenient = await startMediaHarness({ ...small, CLAMD_ADDRESS: clamd.address, MEDIA_SCAN_FAIL: 'open' });
  await clamd.stop();
  const before = await harness.stored();
  const { status, body, headers } = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  expect([status, body.code]).toEqual([503, 'scanner_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await harness.stored()).toEqual(before);

  const passed = await lenient.upload(lenient.project().vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  expect(passed.status).toBe(201);
  const [row] = await lenient.db.query('SELECT is_unscanned FROM files WHERE path = $1', [passed.body.filename]);
  expect(row).toEqual({ is_unscanned: true });
  await lenient.stop();
});

it('reports in its health a scanner with a size limit below that of uploads', async () => {
  const short = await FakeClamd.start({ maxBytes: 100_000 });
  const narrow = await startMediaHarness({ ...small, CLAMD_ADDRESS: short.address });
  const report = (await (await fetch(`${narrow.addresses.ops}/readyz`)).json()) as { dependencies: object };
  expect(report.dependencies).toMatchObject({
    scanner: { status: 'degraded', detail: expect.stringContaining('StreamMaxLength') },
  });
  const { status, body } = await narrow.upload(narrow.project().vera, 'uploadFile', {
    name: 'a.txt',
    bytes: 'x'.repeat(1_000_000),
  });
  expect([status, body.code]).toEqual([503, 'scanner_unavailable']);
  await narrow.stop();
  await short.stop();
});

describeWithProgram(clamdProgram, 'a real clamd', () => {
  let real: Clamd;
  let guarded: MediaHarness;
  beforeAll(async () => {
    real = await startClamd({ streamMaxLength: '20M' });
    guarded = await startMediaHarness({ CLAMD_ADDRESS: real.address });
  }, 30_000);
  afterAll(async () => {
    await guarded?.stop();
    await real?.stop();
  });

  it('refuses infected files, packed or not, and accepts all others', async () => {
    const { vera } = guarded.project();
    const before = await guarded.stored();
    const packed = archive('eicar.com', deflateRawSync(eicar), eicar.length, crc32(eicar));
    for (const [name, bytes] of [
      ['eicar.txt', eicar],
      ['eicar.zip', packed],
    ] as const) {
      const { status, body } = await guarded.upload(vera, 'uploadFile', { name, bytes });
      expect([name, status, body.code]).toEqual([name, 422, 'file_infected']);
    }
    expect(await guarded.stored()).toEqual(before);
    const largest = { name: 'a.txt', bytes: 'x'.repeat(20 * 2 ** 20) };
    expect((await guarded.upload(vera, 'uploadFile', largest)).status).toBe(201);
  });

  it('is probed at the start with the largest upload', async () => {
    const stateOf = async ({ addresses }: MediaHarness) => {
      const report = await (await fetch(`${addresses.ops}/readyz`)).json();
      return (report as { dependencies: { scanner: unknown } }).dependencies.scanner;
    };
    expect(await stateOf(guarded)).toMatchObject({ status: 'ok' });
    const larger = await startMediaHarness({ CLAMD_ADDRESS: real.address, MEDIA_FILE_BYTES: String(30 * 2 ** 20) });
    expect(await stateOf(larger)).toMatchObject({ detail: expect.stringContaining('StreamMaxLength') });
    await larger.stop();
  });
});

it('is reported as none when it is not configured', async () => {
  const without = await startMediaHarness();
  const report = (await (await fetch(`${without.addresses.ops}/readyz`)).json()) as { dependencies: object };
  expect(report.dependencies).toMatchObject({
    scanner: { status: 'degraded', detail: expect.stringContaining('none') },
  });
  await without.stop();
});
