/** The most that is held in memory of a file that comes as a stream. Source: contract 80 section 7. */
const largestBytes = 500_000_000;

/** Gives a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves a streamed answer when it is whole. @throws when the stream breaks or is too large */
export async function saveStream(stream: ReadableStream<Uint8Array>, name: string, type: string): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > largestBytes) {
      await reader.cancel();
      throw new RangeError('The file is too large to be saved by the browser.');
    }
    parts.push(new Uint8Array(value));
  }
  saveFile(new Blob(parts, { type }), name);
}
