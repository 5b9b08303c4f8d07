import { newId } from '@parley/service-kit/call';
import { actor, amountOf, describeWithProgram, type S3Server, s3Program, startS3Server } from '@parley/testkit';
import { Client } from 'minio';

import { MediaProcess } from './media-process.ts';

const megabyte = 2 ** 20;
const fileMegabytes = amountOf({ quick: 100, soak: 200 });
/** Together more than the memory that they may take. */
const atOnce = amountOf({ quick: 16, soak: 50 });
const size = fileMegabytes * megabyte;
const room = 64 * megabyte;

/** Additional memory that concurrent uploads of this size take. */
async function takenBy(
  env: Record<string, string>,
  { uploads = 1, bytes = size } = {},
): Promise<{ statuses: number[]; bytes: number }> {
  const media = await MediaProcess.start({ MEDIA_FILE_BYTES: String(size), ...env });
  try {
    const ada = actor({ id: newId(), projectId: undefined, role: undefined });
    // Warm-up: excludes the cost of the first call.
    for (let call = 0; call < 3; call++) await media.upload(ada, 7 * megabyte);
    const before = await media.forgetPeak();
    const answers = await Promise.all(Array.from({ length: uploads }, () => media.upload(ada, bytes)));
    return { statuses: answers.map(({ status }) => status), bytes: (await media.peak()) - before };
  } finally {
    await media.remove();
  }
}

it.each([fileMegabytes])(
  'takes a file of %i MB into a folder in less than 64 MB of memory',
  async () => {
    const { statuses, bytes } = await takenBy({});
    expect(statuses).toEqual([201]);
    expect(bytes).toBeLessThan(room);
  },
  120_000,
);

describeWithProgram(s3Program, 'with an S3 server', () => {
  let server: S3Server;
  let s3: Record<string, string>;
  beforeAll(async () => {
    server = await startS3Server();
    const { url, accessKey, secretKey, region } = server;
    s3 = { S3_ENDPOINT: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    const { hostname, port } = new URL(url);
    const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, region });
    await client.makeBucket('parley-media', region);
  }, 60_000);
  afterAll(() => server?.stop());

  it.each([fileMegabytes])(
    'takes a file of %i MB into a bucket in less than 64 MB of memory',
    async () => {
      const { statuses, bytes } = await takenBy(s3);
      expect(statuses).toEqual([201]);
      expect(bytes).toBeLessThan(room);
    },
    180_000,
  );

  it.each([atOnce])(
    'takes %i files of 20 MB at once in less than 256 MB of memory',
    async () => {
      // The speed of disks is not measured here.
      const patient = { ...s3, MEDIA_QUEUE_TIMEOUT: '150s', MEDIA_STORE_TIMEOUT: '150s' };
      const { statuses, bytes } = await takenBy(patient, { uploads: atOnce, bytes: 20 * megabyte });
      expect(statuses).toEqual(Array(atOnce).fill(201));
      expect(bytes).toBeLessThan(4 * room);
    },
    180_000,
  );
});
