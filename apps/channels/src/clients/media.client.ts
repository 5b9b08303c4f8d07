import type { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** A file as media has stored it. */
export interface KeptFile {
  path: string;
  type: string;
  size: number;
  width?: number;
  height?: number;
}

/** Calls to the media service. */
export interface MediaClient {
  /** Stores a file, once per key. @throws the refusals of an upload; dependency_down */
  store(file: { projectId: string; mailboxId: string; name: string; content: Buffer; key: string }): Promise<KeptFile>;
}

/** It is scanned, and an image is drawn again. */
const storeDeadlineMs = 30_000;

export function mediaClient(client: PromiseClient<typeof MediaServiceService>): MediaClient {
  return {
    async store({ projectId: idProject, mailboxId: uploader, name, content, key: dedupeKey }) {
      const call = { idProject, uploader, name, content, dedupeKey };
      const { path, type, size, width, height } = await client.storeFile(call, { deadlineMs: storeDeadlineMs });
      return { path, type, size, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
    },
  };
}
