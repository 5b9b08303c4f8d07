import type { NewLeadResultView } from '@parley/sdk';

import type { ColumnTarget, NewContact } from './columns.ts';
import { type Batch, batchesOf, type FaultyRecord, type FileShape } from './import-file.ts';

/** What the API says of a contact itself; a contact that failed for another reason may be taken by the next call. */
const refusals = ['validation_failed', 'lead_exists'];
/** Calls for one batch, while contacts fail for other reasons. */
const maxAttempts = 20;
/** A claim of a call that was cut is free again after ten seconds. */
const itemPauseMs = 2_000;

/** What happens to contacts whose id exists already. */
export const conflictWays = ['merge', 'return', 'error'] as const;
export type ConflictWay = (typeof conflictWays)[number];

/** An import as kept in the browser, so that it continues after the page is reloaded. */
export interface ImportRecord extends FileShape {
  id: string;
  fileName: string;
  file: Blob;
  header: string[];
  targets: ColumnTarget[];
  onConflict: ConflictWay;
  /** Records of the file. */
  total: number;
  /** Records that are finished, whatever became of them. */
  done: number;
  created: number;
  merged: number;
  returned: number;
  failed: number;
  status: 'running' | 'paused' | 'stopped' | 'finished';
}

/** Where imports are kept. */
export interface ImportStore {
  load(): Promise<ImportRecord | undefined>;
  put(record: ImportRecord): Promise<void>;
  putFaults(from: number, faults: readonly FaultyRecord[]): Promise<void>;
  /** In the order of the file. */
  faults(): Promise<FaultyRecord[]>;
  clear(): Promise<void>;
}

/** What happens after a failed call. */
export type Trouble = { retryAfterMs: number } | { error: unknown };

interface ImporterOptions {
  store: ImportStore;
  /** Sends contacts under a key, by which a repeated call has no second effect. */
  send: (
    contacts: NewContact[],
    onConflict: ConflictWay,
    key: string,
    signal: AbortSignal,
  ) => Promise<readonly NewLeadResultView[]>;
  /** Whether a failed call is worth another try, and when. */
  judge: (error: unknown, attempt: number) => Trouble;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
  /** Runs work once no other tab does. @throws the reason of the signal */
  exclusively: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

export interface ImportSnapshot {
  record: ImportRecord | undefined;
  /** Whether this tab is sending. Otherwise another tab runs the import, and this one continues it when that is closed. */
  isActive: boolean;
  /** Until when it waits, as the API asked for, or because it could not be reached. */
  waitingUntil: number | undefined;
  /** Records a second, in this tab. */
  rate: number | undefined;
  /** What ended it, besides the person. */
  error: unknown;
}

/** Imports the contacts of one file, a batch after the other, and keeps how far it is. */
export class Importer {
  readonly #options: ImporterOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: ImportSnapshot = {
    record: undefined,
    isActive: false,
    waitingUntil: undefined,
    rate: undefined,
    error: undefined,
  };
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  private constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /** With the stored import, which continues by itself if it was running. */
  static async open(options: ImporterOptions): Promise<Importer> {
    const importer = new Importer(options);
    importer.#set({ record: await options.store.load() });
    if (importer.#snapshot.record?.status === 'running') importer.#run();
    return importer;
  }

  readonly snapshot = (): ImportSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins with a file; what was kept of one that has ended is dropped. One that another tab has begun meanwhile goes first. */
  async begin(record: ImportRecord): Promise<void> {
    const kept = await this.#options.store.load();
    if (kept && !isEnded(kept)) return this.#set({ record: kept });
    await this.#options.store.clear();
    await this.#keep({ ...record, status: 'running' });
    this.#run();
  }

  async resume(): Promise<void> {
    await this.#become('running');
    this.#run();
  }

  /** Ends after the current call, or before its answer: it is repeated under its key. */
  async pause(): Promise<void> {
    await this.#become('paused');
    this.#stop.abort();
  }

  /** Ends for good. */
  async stop(): Promise<void> {
    await this.#become('stopped');
    this.#stop.abort();
  }

  /** Forgets the import and its faulty records. */
  async dismiss(): Promise<void> {
    await this.#options.store.clear();
    this.#set({ record: undefined, error: undefined, rate: undefined });
  }

  /** Leaves everything as it is, to go on when the page is there again. */
  close(): void {
    this.#stop.abort();
    this.#listeners.clear();
  }

  faults(): Promise<FaultyRecord[]> {
    return this.#options.store.faults();
  }

  /** The run before it ends first: it holds the lock. */
  #run(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#set({ error: undefined });
    this.#running = this.#running.then(() => this.#runUntil(signal));
  }

  async #runUntil(signal: AbortSignal): Promise<void> {
    const work = async () => {
      // Another tab may have been further.
      const record = await this.#options.store.load();
      this.#set({ record });
      if (record?.status !== 'running' || signal.aborted) return;
      this.#set({ isActive: true });
      await this.#sendAll(record, signal);
    };
    await this.#options.exclusively(work, signal).catch((error: unknown) => this.#fail(error, signal));
    this.#set({ isActive: false, waitingUntil: undefined });
  }

  async #sendAll({ file, targets, done: from, ...shape }: ImportRecord, signal: AbortSignal): Promise<void> {
    const begun = this.#options.now();
    for await (const batch of batchesOf(file, shape, targets, from)) {
      await this.#finish(batch, await this.#sendBatch(batch, signal), signal);
      const seconds = (this.#options.now() - begun) / 1000;
      const { record } = this.#snapshot;
      if (record && seconds > 0) this.#set({ rate: (record.done - from) / seconds });
    }
    await this.#become('finished');
  }

  /** Sends a batch until it is answered as a whole. @throws the error of a call that no repetition helps */
  async #sendBatch(batch: Batch, signal: AbortSignal): Promise<readonly NewLeadResultView[]> {
    const { record } = this.#snapshot;
    if (!record || batch.contacts.length === 0) return [];
    const contacts = batch.contacts.map(({ contact }) => contact);
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        const results = await this.#options.send(contacts, record.onConflict, `${record.id}-${batch.from}`, signal);
        // The same call continues with those that did not fit, or that an earlier one is still handling.
        if (attempt === maxAttempts || results.every(isDecided)) return results;
        await this.#options.pause(itemPauseMs, signal);
      } catch (error) {
        signal.throwIfAborted();
        const trouble = this.#options.judge(error, attempt);
        if ('error' in trouble) throw error;
        this.#set({ waitingUntil: this.#options.now() + trouble.retryAfterMs });
        await this.#options.pause(trouble.retryAfterMs, signal);
        this.#set({ waitingUntil: undefined });
      }
    }
  }

  /** Faulty records are kept before the count: a batch that is finished twice has the same ones in the same place. */
  async #finish(batch: Batch, results: readonly NewLeadResultView[], signal: AbortSignal): Promise<void> {
    const { record } = this.#snapshot;
    if (!record) return;
    const refused = results.flatMap((result) => {
      const source = batch.contacts[result.index];
      const csv = source && batch.records[source.index];
      return result.outcome === 'failed' && csv ? [{ ...csv, refusal: refusalOf(result) }] : [];
    });
    const faulty = [...batch.faulty, ...refused].sort((one, other) => one.line - other.line);
    // After signing out nothing of a person may be written into the browser.
    signal.throwIfAborted();
    if (faulty.length > 0) await this.#options.store.putFaults(batch.from, faulty);
    const countOf = (outcome: NewLeadResultView['outcome']) =>
      results.filter((result) => result.outcome === outcome).length;
    await this.#keep({
      ...(this.#snapshot.record ?? record),
      done: batch.from + batch.records.length,
      created: record.created + countOf('created'),
      merged: record.merged + countOf('merged'),
      returned: record.returned + countOf('returned'),
      failed: record.failed + faulty.length,
    });
    signal.throwIfAborted();
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.#become('paused');
    this.#set({ error });
  }

  async #become(status: ImportRecord['status']): Promise<void> {
    const { record } = this.#snapshot;
    if (record) await this.#keep({ ...record, status });
  }

  async #keep(record: ImportRecord): Promise<void> {
    this.#set({ record });
    await this.#options.store.put(record);
  }

  #set(change: Partial<ImportSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isDecided({ outcome, code = '' }: NewLeadResultView): boolean {
  return outcome !== 'failed' || refusals.includes(code);
}

export function isEnded({ status }: ImportRecord): boolean {
  return status === 'finished' || status === 'stopped';
}

function refusalOf({ code, errors }: NewLeadResultView): string {
  if (errors && errors.length > 0) return errors.map(({ param, msg }) => `${param}: ${msg}`).join('; ');
  return code ?? '';
}
