/** Where a file goes while it arrives. */
export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Keeps what was written. */
  close(): Promise<void>;
  /** Drops what was written. */
  abort(): Promise<void>;
}

/** Most that is collected in memory where the browser cannot stream to disk. Source: contract 80 section 7. */
const mostCollectedBytes = 500_000_000;

/** The file is too large to be collected in memory. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

interface WithSavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/**
 * A file on disk that the person chooses, where the browser can write there as bytes arrive; else a download of what was collected.
 * @throws DOMException `AbortError` when no file was chosen
 */
export async function openFileSink(name: string, type: string): Promise<FileSink> {
  const { showSaveFilePicker } = window as WithSavePicker;
  if (!showSaveFilePicker) return collectingSink(name, type);
  const handle = await showSaveFilePicker({ suggestedName: name });
  const file = await handle.createWritable();
  return { write: (bytes) => file.write(bytes), close: () => file.close(), abort: () => file.abort() };
}

function collectingSink(name: string, type: string): FileSink {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    write: async (bytes) => {
      size += bytes.length;
      if (size > mostCollectedBytes) throw new TooLargeError();
      parts.push(bytes);
    },
    close: async () => saveFile(name, new Blob(parts, { type })),
    abort: async () => {
      parts = [];
    },
  };
}

/** Saves a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
