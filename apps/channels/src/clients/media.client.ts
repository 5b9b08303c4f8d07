import type { MediaServiceService, StoreFileResponse } from '@parley/proto-gen/media/v1/media';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

/** A file as media has stored it. */
export interface KeptFile {
  path: string;
  type: string;
  size: number;
  width?: number;
  height?: number;
}

/** A file that a message refers to. */
interface ReadFile {
  name: string;
  type: string;
  /** Absent when it is larger than asked for. */
  content?: Buffer;
  /** Opens it for 30 days. */
  link: string;
}

interface NewFile {
  projectId: string;
  mailboxId: string;
  name: string;
  /** The file is stored once per key. */
  key: string;
}

/** Calls to the media service. */
export interface MediaClient {
  /** @throws the refusals of an upload; dependency_down */
  store(file: NewFile & { content: Uint8Array }): Promise<KeptFile>;
  /** Stores a file as its bytes come. @throws the refusals of an upload; dependency_down */
  storeLarge(file: NewFile & { content: AsyncIterable<Uint8Array> }): Promise<KeptFile>;
  /** @returns undefined for what is no file of the project. @throws dependency_down */
  read(file: { projectId: string; src: string; maxBytes: number }): Promise<ReadFile | undefined>;
}

/** It is scanned, and an image is drawn again. */
const storeDeadlineMs = 30_000;
const storeLargeDeadlineMs = 50_000;
const readDeadlineMs = 30_000;

export function mediaClient(client: PromiseClient<typeof MediaServiceService>): MediaClient {
  return {
    async store({ content, ...file }) {
      const call = { ...requestOf(file), content: Buffer.from(content.buffer, content.byteOffset, content.length) };
      return keptFileOf(await client.storeFile(call, { deadlineMs: storeDeadlineMs }));
    },
    async storeLarge({ content, ...file }) {
      return keptFileOf(await client.storeLargeFile(piecesOf(file, content), { deadlineMs: storeLargeDeadlineMs }));
    },
    async read({ projectId: idProject, src, maxBytes }) {
      const found = await undefinedIfNotFound(
        client.readFile({ idProject, src, maxBytes }, { deadlineMs: readDeadlineMs }),
      );
      if (!found) return undefined;
      const { name, type, size, content, link } = found;
      return { name, type, link, ...(size <= maxBytes && { content: Buffer.from(content) }) };
    },
  };
}

const nothing = Buffer.alloc(0);

function requestOf({ projectId: idProject, mailboxId: uploader, name, key: dedupeKey }: NewFile) {
  return { idProject, uploader, name, dedupeKey };
}

async function* piecesOf(file: NewFile, content: AsyncIterable<Uint8Array>) {
  yield { ...requestOf(file), content: nothing };
  const unnamed = { idProject: '', uploader: '', name: '', dedupeKey: '' };
  for await (const piece of content)
    yield { ...unnamed, content: Buffer.from(piece.buffer, piece.byteOffset, piece.length) };
}

function keptFileOf({ path, type, size, width, height }: StoreFileResponse): KeptFile {
  return { path, type, size, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}
