import { type ErrorDetails, requestErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { Recent } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import { sees, type Viewer, viewerOf, visibleSql } from '../access/visibility.ts';
import type { By } from '../participant/by.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { binder } from './binder.ts';
import { loadHead, loadText } from './request.statements.ts';

/** A request as it stood at `now`. */
export interface Loaded extends RequestWithCopies {
  now: Date;
  /** Another as soon as anything has changed but what stands in the head. */
  stamp: string;
}

/** What every message moves. */
export type Head = Pick<Loaded, 'version' | 'lastSeq' | 'updatedAt' | 'activeAt' | 'botStreak' | 'now' | 'stamp'>;

export interface LoadOptions {
  /** What a caller is told who may not see the request; default `request_not_found`. */
  hidden?: ((details?: ErrorDetails) => Error) | undefined;
  /** As it has just been read; default: it is read. */
  head?: Head | undefined;
}

interface Row extends Loaded {
  visible: boolean;
}

interface Remembered extends Loaded {
  /** When `now` was, by the clock of this process. */
  heardAtMs: number;
}

const remembered = 2_000;
/** In characters of JSON: a request with long notes is read anew each time rather than kept in memory. */
const smallSize = 8_000;

/**
 * Reads requests for a decision, each in one round trip. Remembers those that were written to: a message of a lively talk is
 * decided on what is remembered, and the statement that stores it, or one that reads the head alone, tells by the stamp whether
 * the rest is still as it was.
 */
export class RequestLoader {
  readonly #db: Database;
  readonly #recent = new Recent<Remembered>(remembered);

  constructor(db: Database) {
    this.#db = db;
  }

  /** As it was when this process last wrote to it, at the time that it is now: for a write that compares the stamp. */
  recall(by: By, projectId: string, requestId: string): Loaded | undefined {
    const known = this.#recent.get(keyOf(projectId, requestId));
    // Of an agent who does not serve it, the groups would have to be asked.
    if (!known || !sees(viewerFor(by), known, noRoster)) return undefined;
    return { ...known, now: new Date(known.now.getTime() + performance.now() - known.heardAtMs) };
  }

  /** @throws request_not_found, or what `hidden` makes */
  async load(by: By, projectId: string, requestId: string, { hidden, head }: LoadOptions = {}): Promise<Loaded> {
    const known = await this.#known(by, projectId, requestId, head);
    const row = known ?? (await this.#read(viewerFor(by), projectId, requestId));
    if (!row?.visible) throw row && hidden ? hidden() : requestErrors.request_not_found();
    checkIfMatch(row.version);
    return row;
  }

  /** A request after a message, once that is committed. @param now the time of the database when it was stored */
  keep(request: Loaded, now: Date): void {
    const key = keyOf(request.projectId, request.requestId);
    if (!this.#recent.get(key) && !isSmall(request)) return;
    this.#recent.set(key, { ...request, now, heardAtMs: performance.now() }, Number.POSITIVE_INFINITY);
  }

  /** After any other change. */
  forget({ projectId, requestId }: SupportRequest): void {
    this.#recent.delete(keyOf(projectId, requestId));
  }

  async #known(by: By, projectId: string, requestId: string, read: Head | undefined): Promise<Row | undefined> {
    const known = this.recall(by, projectId, requestId);
    if (!known) return undefined;
    const keys = [projectId, known.id, known.leadId, known.requester];
    const [head] = read ? [read] : await this.#db.query<Head>(loadHead, keys);
    return head?.stamp === known.stamp ? { ...known, ...head, visible: true } : undefined;
  }

  async #read(viewer: Viewer, projectId: string, requestId: string): Promise<Row | undefined> {
    const values: unknown[] = [projectId, requestId];
    const bySql = viewer.sees === 'departments';
    const visible = bySql ? visibleSql(viewer, '$1', binder(values)) : 'true';
    const statement = { name: bySql ? 'load_request_departments' : 'load_request', text: loadText(visible) };
    const [row] = await this.#db.query<Row>(statement, values);
    return !row || bySql ? row : { ...row, visible: sees(viewer, row, noRoster) };
  }
}

const viewerFor = (by: By): Viewer => (by === 'system' ? { sees: 'all' } : viewerOf(by));
const keyOf = (projectId: string, requestId: string): string => `${projectId} ${requestId}`;
const noRoster = { departments: [], groups: [], ownChatsOnly: true };

function isSmall({ attributes, notes, snapshot, firstText, copies }: RequestWithCopies): boolean {
  return JSON.stringify([attributes, notes, snapshot, firstText, copies]).length <= smallSize;
}
