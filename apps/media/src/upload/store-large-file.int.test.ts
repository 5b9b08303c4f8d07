import { randomBytes } from 'node:crypto';

import { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';

import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';

let media: MediaHarness;
let channels: PromiseClient<typeof MediaServiceService>;
beforeAll(async () => {
  media = await startMediaHarness({ MEDIA_FILE_BYTES: '1000000' });
  channels = client(MediaServiceService, {
    ...{ address: media.addresses.grpc, from: 'channels', to: 'media', deadlineMs: 20_000 },
    actorKey: new Uint8Array(Buffer.from(media.env.ACTOR_KEY ?? '', 'base64url')),
  });
});
afterAll(async () => {
  channels?.close();
  await media?.stop();
});

const text = Buffer.from(`${randomBytes(300_000).toString('hex')}\n`);

const fileOf = (name: string) => ({
  ...{ idProject: media.project().projectId, uploader: newId(), name, dedupeKey: `of ${name}` },
});
type File = ReturnType<typeof fileOf>;

async function* inPieces(file: File, content: Buffer) {
  yield { ...file, content: Buffer.alloc(0) };
  const unnamed = { idProject: '', uploader: '', name: '', dedupeKey: '' };
  for (let at = 0; at < content.length; at += 65_536) yield { ...unnamed, content: content.subarray(at, at + 65_536) };
}

it('stores a file that comes in pieces as one that comes whole, once per key', async () => {
  const file = fileOf('list.txt');
  const stored = await channels.storeLargeFile(inPieces(file, text));
  expect(stored).toMatchObject({ type: 'text/plain; charset=utf-8', size: text.length });
  expect(await channels.storeLargeFile(inPieces(file, text))).toEqual(stored);
  expect(await channels.storeFile({ ...file, content: text })).toEqual(stored);
  const { content } = await channels.readFile({
    ...{ idProject: file.idProject, maxBytes: 1_000_000 },
    src: `${media.context.config.PUBLIC_URL}/v3/files?path=${encodeURIComponent(stored.path)}`,
  });
  expect(Buffer.from(content).equals(text)).toBe(true);
});

it('refuses a file in pieces with the codes of an upload: too large, empty, of a type that is not allowed', async () => {
  const refusal = (name: string, content: Buffer) =>
    channels.storeLargeFile(inPieces(fileOf(name), content)).then(
      () => 'stored',
      ({ code }: { code: string }) => code,
    );
  expect(await refusal('large.txt', Buffer.concat([text, text]))).toBe('file_too_large');
  expect(await refusal('empty.txt', Buffer.alloc(0))).toBe('file_empty');
  expect(await refusal('run.exe', Buffer.concat([Buffer.from('MZ'), text]))).toBe('file_type_not_allowed');
});
