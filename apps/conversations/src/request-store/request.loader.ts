import { type ErrorDetails, requestErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
import { binder, type Database, type Statement } from '@parley/service-kit/database';
import type { Initiator } from '../access/actor.ts';
import { sees, type Viewer, viewerOf, visibleSql } from '../access/visibility.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { AutomationConfigs } from '../service-level/automation-config.repository.ts';
import type { AutomationConfig } from '../service-level/automation-config.ts';
import { loadHead, loadHeads, loadRequests, loadText, maxLoaded } from './request.statements.ts';

/** A request as it stood at `now`. */
export interface Loaded extends RequestWithCopies {
  now: Date;
  /** Changes with anything but the head. */
  stamp: string;
  /** `null`: the project has no policies. */
  config: AutomationConfig | null;
}

/** The members that every message changes. */
export type Head = Pick<
  Loaded,
  'version' | 'lastSeq' | 'updatedAt' | 'activeAt' | 'botStreak' | 'lastRequesterAt' | 'lastTeamAt' | 'now' | 'stamp'
>;

export interface LoadOptions {
  /** The error for a caller who may not see the request; default `request_not_found`. */
  hidden?: ((details?: ErrorDetails) => Error) | undefined;
  /** The head, if it was just read; default: read it. */
  head?: Head | undefined;
}

interface Row extends Loaded {
  visible: boolean;
}

interface StoredRow extends Omit<Row, 'config'> {
  config: number | null;
}

/** Which request. */
export interface RequestKey {
  projectId: string;
  requestId: string;
}

interface Key {
  id_project: string;
  request_id: string;
}

interface HeadKey {
  id_project: string;
  /** `_id` of the request. */
  id: string;
  lead: string | null;
  requester: string;
}

interface CachedRequest extends Loaded {
  /** The monotonic clock of this process at `now`. */
  cachedAtMs: number;
}

const cacheSize = 2_000;
/** In characters of JSON: a request with long notes is read each time instead of cached. */
const maxCachedChars = 8_000;

/**
 * Reads a request for a decision in one round trip. Caches requests after a message: the next message is decided on the cached
 * request, and the statement that stores it, or one that reads only the head, compares the stamp to see whether the rest is
 * unchanged.
 */
export class RequestLoader {
  readonly #db: Database;
  readonly #configs: AutomationConfigs;
  readonly #recent = new LRUCache<string, CachedRequest>({ max: cacheSize });
  readonly #rows = new Batcher<Key, StoredRow | undefined>((keys) => this.#rowsOf(keys), maxLoaded);
  readonly #heads = new Batcher<HeadKey, Head | undefined>((keys) => this.#headsOf(keys), maxLoaded);

  constructor(db: Database, configs: AutomationConfigs) {
    this.#db = db;
    this.#configs = configs;
  }

  /** The request as this process last wrote it, at the present time; only for a write that compares the stamp. */
  cached(by: Initiator, projectId: string, requestId: string): Loaded | undefined {
    const known = this.#recent.get(keyOf(projectId, requestId));
    // Without the groups, an agent who does not serve it cannot be checked.
    if (!known || !sees(viewerFor(by), known, noScope)) return undefined;
    return { ...known, now: new Date(known.now.getTime() + performance.now() - known.cachedAtMs) };
  }

  /** @throws request_not_found, or what `hidden` makes */
  async load(by: Initiator, projectId: string, requestId: string, { hidden, head }: LoadOptions = {}): Promise<Loaded> {
    const known = await this.#known(by, projectId, requestId, head);
    const row = known ?? (await this.#read(viewerFor(by), projectId, requestId));
    if (!row?.visible) throw row && hidden ? hidden() : requestErrors.request_not_found();
    checkIfMatch(row.version);
    return row;
  }

  /** Several requests as they are stored, without a check of rights; `undefined`: there is none. @param keys at most `maxLoaded` */
  async loadTogether(keys: readonly RequestKey[]): Promise<(Loaded | undefined)[]> {
    const rows = await this.#rowsOf(
      keys.map(({ projectId, requestId }) => ({ id_project: projectId, request_id: requestId })),
    );
    const loaded: (Loaded | undefined)[] = [];
    // One after the other: those of a project share what the first one reads.
    for (const row of rows) loaded.push(row && (await this.#configured(row)));
    return loaded;
  }

  /** Call after the commit of a message. @param now database time at which it was stored */
  cache(request: Loaded, now: Date): void {
    const key = keyOf(request.projectId, request.requestId);
    if (!this.#recent.get(key) && !isSmall(request)) return;
    this.#recent.set(key, { ...request, now, cachedAtMs: performance.now() });
  }

  /** Call after the commit of any other change. */
  evict({ projectId, requestId }: SupportRequest): void {
    this.#recent.delete(keyOf(projectId, requestId));
  }

  async #known(by: Initiator, projectId: string, requestId: string, read: Head | undefined): Promise<Row | undefined> {
    const known = this.cached(by, projectId, requestId);
    if (!known) return undefined;
    const head = read ?? (await this.#head(known));
    return head?.stamp === known.stamp ? { ...known, ...head, visible: true } : undefined;
  }

  async #head({ projectId, id, leadId: lead, requester }: SupportRequest): Promise<Head | undefined> {
    if (!this.#db.inTransaction()) return this.#heads.load({ id_project: projectId, id, lead, requester });
    const [head] = await this.#db.query<Head>(loadHead, [projectId, id, lead, requester]);
    return head;
  }

  async #read(viewer: Viewer, projectId: string, requestId: string): Promise<Row | undefined> {
    const bySql = viewer.sees === 'departments';
    const row = await this.#row(viewer, projectId, requestId);
    if (!row) return undefined;
    return { ...(await this.#configured(row)), visible: bySql ? row.visible : sees(viewer, row, noScope) };
  }

  async #configured(row: StoredRow): Promise<Row> {
    const config = row.config === null ? null : await this.#configs.get(row.projectId, row.config);
    return { ...row, config };
  }

  /** Those that are read at the same time share a statement: by most first messages, to find that their request is not there yet. */
  async #row(viewer: Viewer, projectId: string, requestId: string): Promise<StoredRow | undefined> {
    const bySql = viewer.sees === 'departments';
    // A transaction sees what it has written itself.
    if (!bySql && !this.#db.inTransaction()) return this.#rows.load({ id_project: projectId, request_id: requestId });
    const values: unknown[] = [projectId, requestId];
    const visible = bySql ? visibleSql(viewer, '$1', binder(values)) : 'true';
    const statement = { name: bySql ? 'load_request_departments' : 'load_request', text: loadText(visible) };
    const [row] = await this.#db.query<StoredRow>(statement, values);
    return row;
  }

  #rowsOf(keys: readonly Key[]): Promise<(StoredRow | undefined)[]> {
    return this.#inPlaces<StoredRow>(loadRequests, keys);
  }

  #headsOf(keys: readonly HeadKey[]): Promise<(Head | undefined)[]> {
    return this.#inPlaces<Head>(loadHeads, keys);
  }

  async #inPlaces<Found>(statement: Statement, keys: readonly object[]): Promise<(Found | undefined)[]> {
    const asked = JSON.stringify(keys.map((key, place) => ({ place, ...key })));
    const rows = await this.#db.query<Found & { place: number }>(statement, [asked]);
    const found = new Map(rows.map(({ place, ...row }) => [place, row as Found]));
    return keys.map((_, place) => found.get(place));
  }
}

const viewerFor = (by: Initiator): Viewer => (by === 'system' || by.kind === 'rule' ? { sees: 'all' } : viewerOf(by));
const keyOf = (projectId: string, requestId: string): string => `${projectId} ${requestId}`;
const noScope = { departments: [], groups: [], ownChatsOnly: true };

function isSmall({ attributes, notes, snapshot, firstText, copies }: RequestWithCopies): boolean {
  return JSON.stringify([attributes, notes, snapshot, firstText, copies]).length <= maxCachedChars;
}
