import { collectingSink, type FileSink } from './save-file.ts';

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
