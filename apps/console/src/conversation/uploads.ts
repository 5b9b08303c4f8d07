import { type Parley, uploadFile } from '@parley/sdk';

import type { Drafts } from './drafts.ts';

export interface Upload {
  id: string;
  name: string;
  percent: number;
  /** Of an image, until it is there. */
  preview: string | undefined;
  cancel: () => void;
}

/** What uploads need of the project around them. */
interface Surroundings {
  parley: Parley;
  drafts: Drafts;
}

const none: readonly Upload[] = [];

/** Of a kind that browsers draw, and the API serves to be drawn. */
export const isImage = (type: string): boolean => /^image\/(?:png|jpeg|gif|webp)$/.test(type);

/** Files on their way into drafts, whichever conversation is open meanwhile. */
export class Uploads {
  readonly #surroundings: Surroundings;
  /** By request. */
  readonly #uploads = new Map<string, readonly Upload[]>();
  readonly #listeners = new Set<() => void>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** The same array until it changes. */
  of(requestId: string): readonly Upload[] {
    return this.#uploads.get(requestId) ?? none;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Files go up once, before the message that carries them. @throws what the upload fails with, unless it was cancelled */
  async add(requestId: string, file: File): Promise<void> {
    const { parley, drafts } = this.#surroundings;
    const stop = new AbortController();
    const preview = isImage(file.type) ? URL.createObjectURL(file) : undefined;
    const upload = { id: crypto.randomUUID(), name: file.name, percent: 0, preview, cancel: () => stop.abort() };
    const show = (sent: number) => {
      const percent = Math.round((100 * sent) / Math.max(1, file.size));
      this.#set(
        requestId,
        this.of(requestId).map((one) => (one.id === upload.id ? { ...one, percent } : one)),
      );
    };
    // A file that has not arrived yet is in no draft: the browser asks before the page goes.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    this.#set(requestId, [...this.of(requestId), upload]);
    try {
      const {
        filename,
        type = file.type,
        size = file.size,
      } = await uploadFile(parley, { file, to: 'chat', onProgress: show }, { signal: stop.signal });
      const downloadURL = `${parley.url}/v3/files?path=${encodeURIComponent(filename)}`;
      drafts.edit(requestId, {
        files: [...drafts.of(requestId).files, { name: file.name, type, size, filename, downloadURL }],
      });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      removeEventListener('beforeunload', ask);
      if (preview) URL.revokeObjectURL(preview);
      this.#set(
        requestId,
        this.of(requestId).filter(({ id }) => id !== upload.id),
      );
    }
  }

  #set(requestId: string, uploads: readonly Upload[]): void {
    if (uploads.length > 0) this.#uploads.set(requestId, uploads);
    else this.#uploads.delete(requestId);
    for (const listener of this.#listeners) listener();
  }
}
