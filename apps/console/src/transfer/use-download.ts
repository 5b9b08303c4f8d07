import { useEffect, useRef, useState } from 'react';

import { openFileSink } from './file-sink.ts';
import type { RowCounter } from './row-counters.ts';
import { type FileSink, TooLargeError } from './save-file.ts';

export interface DownloadState {
  status: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  rows: number;
  /** Why it failed: `broken` when it ended before its end, `too_large` for memory, else what was thrown. */
  reason?: 'broken' | 'too_large' | { error: unknown };
}

export interface Download {
  name: string;
  type: string;
  counter: RowCounter;
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBufferLike>>>;
}

/** Redraws of a download that is running, at most. */
const redrawMs = 200;

/** A file that streams from the API to disk; it can be stopped, and ends with its screen. A file that is not whole is not kept. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ status: 'idle', rows: 0 });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start({ name, type, counter, open }: Download) {
    let sink: FileSink | undefined;
    controller.current = new AbortController();
    const { signal } = controller.current;
    try {
      sink = await openFileSink(name, type);
      setState({ status: 'running', rows: 0 });
      await pipe(await open(signal), sink, counter, signal, () => setState({ status: 'running', rows: counter.rows }));
      if (!counter.isWhole()) throw new BrokenError();
      await sink.close();
      setState({ status: 'done', rows: counter.rows });
    } catch (error) {
      await sink?.abort();
      const { rows } = counter;
      if (!sink && error instanceof DOMException && error.name === 'AbortError') setState({ status: 'idle', rows });
      else if (signal.aborted) setState({ status: 'stopped', rows });
      else setState({ status: 'failed', rows, reason: reasonOf(error) });
    }
  }

  return { state, start, stop: () => controller.current?.abort() };
}

class BrokenError extends Error {}

async function pipe(
  stream: ReadableStream<Uint8Array<ArrayBufferLike>>,
  sink: FileSink,
  counter: RowCounter,
  signal: AbortSignal,
  redraw: () => void,
): Promise<void> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  let drawn = 0;
  try {
    for (;;) {
      const { done, value } = await read(reader);
      signal.throwIfAborted();
      if (done) return;
      counter.read(value);
      await sink.write(value as Uint8Array<ArrayBuffer>);
      const now = performance.now();
      if (now - drawn < redrawMs) continue;
      drawn = now;
      redraw();
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A connection that is cut in the middle of a file counts as broken. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBufferLike>>) {
  try {
    return await reader.read();
  } catch {
    throw new BrokenError();
  }
}

function reasonOf(error: unknown): DownloadState['reason'] & {} {
  if (error instanceof BrokenError) return 'broken';
  return error instanceof TooLargeError ? 'too_large' : { error };
}
