import { type ViewerView, type ViewingState, viewingStates } from '@parley/contracts';

/** What a teammate does with a request, as one of their sockets reported it. */
export interface ViewerReport {
  /** Name of the topic. */
  topic: string;
  user_id: string;
  fullname: string;
  state: ViewingState;
  /** Id of the socket. */
  connection: string;
}

interface Entry extends Omit<ViewerReport, 'topic'> {
  sinceMs: number;
  reportedMs: number;
}

/** Sockets on one request, and in all. */
const maxOfTopic = 200;
const maxEntries = 20_000;

/** Who has which request open, by socket. Kept in memory alone: what is lost is reported again. */
export class ViewerRegister {
  readonly #topics = new Map<string, Map<string, Entry>>();
  readonly #lapseMs: number;
  #size = 0;

  /** @param lapseMs how long an entry lasts after its last report */
  constructor(lapseMs: number) {
    this.#lapseMs = lapseMs;
  }

  /** @param atMs when it was reported @returns whether the set of viewers may look different now */
  report({ topic, ...report }: ViewerReport, nowMs: number, atMs = nowMs): boolean {
    const entries = this.#topics.get(topic) ?? new Map<string, Entry>();
    const key = `${report.user_id} ${report.connection}`;
    const known = entries.get(key);
    if (report.state === 'left') return this.#remove(topic, entries, key);
    if (!known && (entries.size >= maxOfTopic || this.#size >= maxEntries)) return false;

    const isSame = known?.state === report.state && known.fullname === report.fullname;
    entries.set(key, { ...report, sinceMs: isSame ? known.sinceMs : atMs, reportedMs: nowMs });
    this.#topics.set(topic, entries);
    if (!known) this.#size += 1;
    return !isSame;
  }

  /** Removes expired entries. @returns the topics that have changed */
  lapse(nowMs: number): string[] {
    const changed = new Set<string>();
    for (const [topic, entries] of this.#topics) {
      for (const [key, { reportedMs }] of entries) {
        if (nowMs - reportedMs >= this.#lapseMs && this.#remove(topic, entries, key)) changed.add(topic);
      }
    }
    return [...changed];
  }

  /** One entry for each person, with the busiest state of their sockets; the same order on every replica. */
  viewersOf(topic: string): ViewerView[] {
    const byPerson = Map.groupBy(this.#topics.get(topic)?.values() ?? [], ({ user_id }) => user_id);
    return [...byPerson.values()]
      .map((entries) => entries.reduce(busier))
      .toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1))
      .map(viewOf);
  }

  #remove(topic: string, entries: Map<string, Entry>, key: string): boolean {
    const isKnown = entries.delete(key);
    if (isKnown) this.#size -= 1;
    if (entries.size === 0) this.#topics.delete(topic);
    return isKnown;
  }
}

const busyness = ({ state }: Entry): number => viewingStates.indexOf(state);

function busier(one: Entry, other: Entry): Entry {
  if (busyness(one) !== busyness(other)) return busyness(one) > busyness(other) ? one : other;
  return one.sinceMs <= other.sinceMs ? one : other;
}

const viewOf = ({ user_id, fullname, state, sinceMs }: Entry): ViewerView => ({
  user_id,
  fullname,
  state: state as ViewerView['state'],
  since: new Date(sinceMs).toISOString(),
});
