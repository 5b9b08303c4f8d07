import { clear, createStore, delMany, entries, get, keys, promisifyRequest, set, type UseStore } from 'idb-keyval';
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
  clear(): Promise<void>;
}

export function openStore(userId: string): PersonalStore {
  const store = createStore(`parley-console-${userId}`, 'kept');
  return {
    outbox: (project) => {
      const records = recordsOf<OutboxEntry>(store, userId, `outbox:${project}:`);
      return {
        load: async () => (await records.load()).map(([, entry]) => entry),
        get: records.get,
        put: (entry) => records.put(entry.id, entry),
        remove: records.remove,
        onChange: records.onChange,
      };
    },
    drafts: (project) => recordsOf<Draft>(store, userId, `draft:${project}:`),
    imports: (project) => importsOf(store, `import:${project}`),
    clear: () => clear(store),
  };
}

/** Committed at once: what is still open when the page goes is lost. */
function change(store: UseStore, write: (records: IDBObjectStore) => void): Promise<void> {
  return store('readwrite', (records) => {
    write(records);
    const { transaction } = records;
    transaction.commit();
    return promisifyRequest(transaction);
  });
}

/** Records under one prefix, with word to other tabs of each change. */
function recordsOf<T>(store: UseStore, userId: string, prefix: string) {
  const channel = new BroadcastChannel(`parley-console-${userId}-${prefix}`);
  return {
    load: async (): Promise<[string, T][]> =>
      (await entries<string, T>(store))
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    get: (id: string) => get<T>(prefix + id, store),
    put: async (id: string, value: T) => {
      await change(store, (records) => records.put(value, prefix + id));
      channel.postMessage(id);
    },
    remove: async (id: string) => {
      await change(store, (records) => records.delete(prefix + id));
      channel.postMessage(id);
    },
    onChange: (listener: (id: string) => void) => {
      const tell = ({ data }: MessageEvent) => listener(String(data));
      channel.addEventListener('message', tell);
      return () => channel.removeEventListener('message', tell);
    },
  };
}

/** One import: its record, and its faulty records by the place of their batch. */
function importsOf(store: UseStore, prefix: string): ImportStore {
  // Keys sort as texts.
  const faultsKey = (from: number) => `${prefix}:faults:${String(from).padStart(12, '0')}`;
  return {
    load: () => get<ImportRecord>(prefix, store),
    put: (record) => set(prefix, record, store),
    putFaults: (from, faults) => set(faultsKey(from), faults, store),
    faults: async () =>
      (await entries<string, FaultyRecord[]>(store))
        .filter(([key]) => key.startsWith(`${prefix}:faults:`))
        .flatMap(([, faults]) => faults),
    clear: async () =>
      delMany(
        (await keys<string>(store)).filter((key) => key.startsWith(prefix)),
        store,
      ),
  };
}
