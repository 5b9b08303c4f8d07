import { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { describeWithProgram, startVersityServer, versityProgram } from '@parley/testkit';

import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';

/** The same on the folder and on a real S3 store. */
function conformance(env: () => Promise<Record<string, string>>) {
  let media: MediaHarness;
  let channels: PromiseClient<typeof MediaServiceService>;
  beforeAll(async () => {
    media = await startMediaHarness(await env());
    channels = client(MediaServiceService, {
      ...{ address: media.addresses.grpc, from: 'channels', to: 'media', deadlineMs: 20_000 },
      actorKey: new Uint8Array(Buffer.from(media.env.ACTOR_KEY ?? '', 'base64url')),
    });
  });
  afterAll(async () => {
    channels?.close();
    await media?.stop();
  });

  const read = (idProject: string, src: string, maxBytes = 1_000_000) =>
    channels.readFile({ idProject, src, maxBytes });

  async function shared(bytes: Buffer, settings: object = {}) {
    const people = media.project();
    media.settings.set(people.projectId, settings);
    const file = { name: 'invoice.txt', bytes, type: 'text/plain' };
    const { body } = await media.upload(people.ada, 'uploadChatFile', file);
    const path = encodeURIComponent(body.filename);
    return { people, src: `${media.context.config.PUBLIC_URL}/v3/files?path=${path}` };
  }

  it('answers the bytes of a file of the project to channels', async () => {
    const bytes = Buffer.from('An invoice\n'.repeat(1_000));
    const { people, src } = await shared(bytes);
    const { content, ...file } = await read(people.projectId, src);
    expect(file).toMatchObject({ name: 'invoice.txt', type: 'text/plain; charset=utf-8', size: bytes.length });
    expect(Buffer.from(content).equals(bytes)).toBe(true);
  });

  it('answers a larger file as a link, which opens it for thirty days without a sign-in, private or not', async () => {
    const bytes = Buffer.from('An invoice\n'.repeat(1_000));
    const { people, src } = await shared(bytes, { private_media: true });
    const plain = await media.read(new URL(src).search.slice('?path='.length));
    expect(plain.status).toBe(403);
    const { content, link } = await read(people.projectId, src, bytes.length - 1);
    expect(content).toHaveLength(0);
    const url = new URL(link);
    const days = (Number(url.searchParams.get('expires')) - Date.now() / 1_000) / 86_400;
    expect([days > 29.9, days <= 30]).toEqual([true, true]);
    const opened = await media.read(encodeURIComponent(url.searchParams.get('path') ?? ''), {
      query: `&expires=${url.searchParams.get('expires')}&signature=${url.searchParams.get('signature')}`,
    });
    expect([opened.status, opened.bytes.equals(bytes)]).toEqual([200, true]);
  });

  it('finds no file of another project, and none where the address names none', async () => {
    const { src } = await shared(Buffer.from('An invoice'));
    const own = media.project();
    for (const [project, address] of [
      [own.projectId, src],
      [own.projectId, 'data:text/plain,x'],
      [own.projectId, ''],
      [own.projectId, '/v3/files?path=../../etc/passwd'],
    ] as const)
      await expect(read(project, address)).rejects.toMatchObject({ code: 'file_not_found' });
  });
}

describe('with files in a folder', () => conformance(async () => ({})));

describeWithProgram(versityProgram, 'with files in S3', () => {
  let server: Awaited<ReturnType<typeof startVersityServer>>;
  afterAll(() => server?.stop());
  conformance(async () => {
    server = await startVersityServer();
    const { url, accessKey, secretKey, region } = server;
    return {
      ...{ S3_ENDPOINT: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
      ...{ S3_REGION: region, S3_CREATE_BUCKET: 'true' },
    };
  });
});
