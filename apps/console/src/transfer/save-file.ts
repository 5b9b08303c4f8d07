/** Where a file goes while it arrives. */
export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Keeps what was written. */
  close(): Promise<void>;
  /** Drops what was written. */
  abort(): Promise<void>;
}

/** Most that is collected in memory where the browser cannot stream to disk. Source: contract 80 section 7. */
const maxCollectedBytes = 500_000_000;

/** The file is too large to be collected in memory. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** Gives a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A download of what was collected. */
export function collectingSink(name: string, type: string): FileSink {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    write: async (bytes) => {
      size += bytes.length;
      if (size > maxCollectedBytes) throw new TooLargeError();
      parts.push(bytes);
    },
    close: async () => saveFile(new Blob(parts, { type }), name),
    abort: async () => {
      parts = [];
    },
  };
}

/** Saves a streamed answer when it is whole. @throws TooLargeError, and what the stream throws when it breaks */
export async function saveStream(stream: ReadableStream<Uint8Array>, name: string, type: string): Promise<void> {
  const sink = collectingSink(name, type);
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      await sink.write(new Uint8Array(part.value));
    await sink.close();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
