import { clear, createStore, entries, get, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import type { FaultyRecord } from '../contact-import/import-file.ts';
import type { ImportRecord, ImportStore } from '../contact-import/importer.ts';
import type { Draft, DraftStore } from '../conversation/drafts.ts';
import type { OutboxEntry, OutboxStore } from '../conversation/outbox.ts';

/**
 * What is kept in the browser, by person: nothing of one person is read for another. Tokens are never among it.
 */
export interface PersonalStore {
  outbox(project: string): OutboxStore;
  drafts(project: string): DraftStore;
  /** The import of contacts that is not dismissed yet, if there is one. */
  imports(project: string): ImportStore;
  /** Removes all of it. Work that is still running in this tab stores nothing from here on. */
  clear(): Promise<void>;
}

/** What this tab has open, by person. */
const opened = new Map<string, PersonalStore>();

/** @returns the same one until it is cleared */
export function openStore(userId: string): PersonalStore {
  const store = opened.get(userId) ?? newStore(userId);
  opened.set(userId, store);
  return store;
}

function newStore(userId: string): PersonalStore {
  const database = createStore(`parley-console-${userId}`, 'kept');
  let isCleared = false;
  const records: Records = {
    read: database,
    change: (write) =>
      database('readwrite', (store) => {
        if (isCleared) return Promise.resolve();
        write(store);
        const { transaction } = store;
        // Committed at once: what is still open when the page goes is lost.
        transaction.commit();
        return promisifyRequest(transaction);
      }),
  };
  return {
    outbox: (project) => {
      const { put, ...kept } = recordsOf<OutboxEntry>(records, userId, `outbox:${project}:`);
      return {
        ...kept,
        load: async () => (await kept.load()).map(([, entry]) => entry),
        put: (entry) => put(entry.id, entry),
      };
    },
    drafts: (project) => recordsOf<Draft>(records, userId, `draft:${project}:`),
    imports: (project) => importsOf(records, `import:${project}`),
    clear: () => {
      isCleared = true;
      opened.delete(userId);
      return clear(database);
    },
  };
}

interface Records {
  read: UseStore;
  change(write: (store: IDBObjectStore) => void): Promise<void>;
}

/** Records under one prefix, with word to other tabs of each change. */
function recordsOf<T>({ read, change }: Records, userId: string, prefix: string) {
  const channel = new BroadcastChannel(`parley-console-${userId}-${prefix}`);
  return {
    load: async (): Promise<[string, T][]> =>
      (await entries<string, T>(read))
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    get: (id: string) => get<T>(prefix + id, read),
    // Told as soon as the change has its place among the transactions: a read of another tab comes after it, and a page that goes now is
    // not there any more when it is stored.
    put: (id: string, value: T) =>
      change((store) => {
        store.put(value, prefix + id);
        channel.postMessage(id);
      }),
    remove: (id: string) =>
      change((store) => {
        store.delete(prefix + id);
        channel.postMessage(id);
      }),
    onChange: (listener: (id: string) => void) => {
      const tell = ({ data }: MessageEvent) => listener(String(data));
      channel.addEventListener('message', tell);
      return () => channel.removeEventListener('message', tell);
    },
  };
}

/** One import: its record, and its faulty records by the place of their batch. */
function importsOf({ read, change }: Records, prefix: string): ImportStore {
  // Keys sort as texts.
  const faultsKey = (from: number) => `${prefix}:faults:${String(from).padStart(12, '0')}`;
  return {
    load: () => get<ImportRecord>(prefix, read),
    put: (record) => change((store) => store.put(record, prefix)),
    putFaults: (from, faults) => change((store) => store.put(faults, faultsKey(from))),
    faults: async () =>
      (await entries<string, FaultyRecord[]>(read))
        .filter(([key]) => key.startsWith(`${prefix}:faults:`))
        .flatMap(([, faults]) => faults),
    clear: async () => {
      const own = (await keys<string>(read)).filter((key) => key.startsWith(prefix));
      await change((store) => {
        for (const key of own) store.delete(key);
      });
    },
  };
}
