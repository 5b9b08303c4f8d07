import { mediaErrors } from '@parley/contracts';
import type { MediaServiceService } from '@parley/proto-gen/media/v1/media';
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

/** Calls to the media service. */
export interface MediaClient {
  /** Stores a file, once per key. @throws the refusals of an upload; dependency_down */
  store(file: { projectId: string; mailboxId: string; name: string; content: Buffer; key: string }): Promise<KeptFile>;
  /** @returns undefined for what is no file of the project. @throws dependency_down */
  read(file: { projectId: string; src: string; maxBytes: number }): Promise<ReadFile | undefined>;
}

/** What fits into a call; media takes less. */
const maxContent = 24_000_000;
/** It is scanned, and an image is drawn again. */
const storeDeadlineMs = 30_000;
const readDeadlineMs = 30_000;

export function mediaClient(client: PromiseClient<typeof MediaServiceService>): MediaClient {
  return {
    async store({ projectId: idProject, mailboxId: uploader, name, content, key: dedupeKey }) {
      if (content.length > maxContent) throw mediaErrors.file_too_large({ limit: maxContent });
      const call = { idProject, uploader, name, content, dedupeKey };
      const { path, type, size, width, height } = await client.storeFile(call, { deadlineMs: storeDeadlineMs });
      return { path, type, size, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
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
