import type { BodyToSend } from './types.ts';

/** What a file may be. A stream is sent while it is read and never buffered whole, so its call is not retried. */
export type UploadBytes = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadSource {
  file: UploadBytes;
  /** File name; default: that of a `File`. */
  name?: string;
  /** Bytes of the file sent so far, and the total if known. */
  onProgress?: (sentBytes: number, totalBytes: number | undefined) => void;
}

/** Sends a body as `multipart/form-data`. */
export async function sendForm(sending: BodyToSend): Promise<Response> {
  const { file } = sending.body as unknown as UploadSource;
  // Only XMLHttpRequest reports how much has been sent.
  if (!sending.fetch && file instanceof Blob && 'XMLHttpRequest' in globalThis) return sendByXhr(sending);
  const boundary = `parley-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
  const { method, url, headers, signal } = sending;
  headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  const body = streamOf(partsOf(sending, boundary), signal);
  const init = { method, headers, body, signal, duplex: 'half' } as RequestInit;
  if (
    new Request(url, { ...init, headers: {}, body: new Blob([]).stream(), signal: null } as RequestInit).headers.has(
      'content-type',
    )
  )
    throw new TypeError('This browser cannot send streams: pass a Blob or File.');
  return (sending.fetch ?? fetch)(url, init);
}

sendForm.isRepeatable = ({ file }: Readonly<Record<string, unknown>>): boolean => file instanceof Blob;

/** The same, with the file in the part `uploadFile`. */
export async function sendUploadFile(sending: BodyToSend): Promise<Response> {
  return sendForm({ ...sending, part: 'uploadFile' });
}

sendUploadFile.isRepeatable = sendForm.isRepeatable;

async function* partsOf({ body, part = 'file', onMove }: BodyToSend, boundary: string): AsyncGenerator<Uint8Array> {
  const { file, name, onProgress, ...fields } = body as unknown as UploadSource & Record<string, unknown>;
  const encoder = new TextEncoder();
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield encoder.encode(`--${boundary}\r\n${disposition(field)}\r\n\r\n${value}\r\n`);
  }
  const type = (file instanceof Blob && file.type) || 'application/octet-stream';
  yield encoder.encode(`--${boundary}\r\n${disposition(part, nameOf(file, name))}\r\nContent-Type: ${type}\r\n\r\n`);
  const total = file instanceof Blob ? file.size : undefined;
  let sent = 0;
  for await (const chunk of chunksOf(file instanceof Blob ? file.stream() : file)) {
    yield chunk;
    sent += chunk.byteLength;
    onMove();
    onProgress?.(sent, total);
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

function nameOf(file: UploadBytes, name?: string): string {
  return name ?? ('name' in file && typeof file.name === 'string' ? file.name : 'file');
}

function disposition(field: string, filename?: string): string {
  const escaped = (text: string) => text.replace(/["\r\n]/g, encodeURIComponent);
  const ofFile = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  return `Content-Disposition: form-data; name="${escaped(field)}"${ofFile}`;
}

/** The chunks of a stream; not every browser's streams can be iterated. */
async function* chunksOf(bytes: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in bytes) return yield* bytes;
  const reader = (bytes as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads only when the connection accepts more, and stops on abort, which not every platform reports to a stream. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = signal.aborted ? await chunks.return(undefined) : await chunks.next();
        if (signal.aborted) controller.error(signal.reason);
        else if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What of XMLHttpRequest is used: programs outside of browsers have no type for it. */
interface Xhr {
  readonly status: number;
  readonly response: ArrayBuffer;
  responseType: string;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void };
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

function sendByXhr({ method, url, headers, body, part = 'file', signal, onMove }: BodyToSend): Promise<Response> {
  const { file, name, onProgress, ...fields } = body as unknown as UploadSource & { file: Blob };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, String(value));
  form.append(part, file, nameOf(file, name));

  return new Promise((resolve, reject) => {
    const xhr = new (globalThis as unknown as { XMLHttpRequest: new () => Xhr }).XMLHttpRequest();
    const abort = () => xhr.abort();
    const settle = (finish: () => void) => () => {
      signal.removeEventListener('abort', abort);
      finish();
    };
    xhr.upload.onprogress = ({ loaded }) => {
      onMove();
      onProgress?.(Math.min(loaded, file.size), file.size);
    };
    xhr.onload = settle(() => resolve(responseOf(xhr)));
    xhr.onerror = settle(() => reject(new TypeError('the upload failed')));
    xhr.onabort = settle(() => reject(signal.reason));
    xhr.responseType = 'arraybuffer';
    xhr.open(method, url);
    headers.forEach((value, key) => {
      xhr.setRequestHeader(key, value);
    });
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else xhr.send(form);
  });
}

function responseOf(xhr: Xhr): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(xhr.response, { status: xhr.status, headers });
}
