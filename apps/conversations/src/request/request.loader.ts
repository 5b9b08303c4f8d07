import { type ErrorDetails, requestErrors } from '@parley/contracts';
import { checkIfMatch, type Database, Recent } from '@parley/service-kit';

import { binder } from './binder.ts';
import type { By } from './by.ts';
import type { RequestWithCopies } from './request.copies.ts';
import { loadHead, loadText } from './request.statements.ts';
import { sees, type Viewer, viewerOf, visibleSql } from './visibility.ts';

/** A request as it stood at `now`. */
export interface Loaded extends RequestWithCopies {
  now: Date;
}

export interface LoadOptions {
  /** What a caller is told who may not see the request; default `request_not_found`. */
  hidden?: ((details?: ErrorDetails) => Error) | undefined;
  /** Off inside a transaction, which may read what is never committed. */
  remember: boolean;
}

interface Row extends Loaded {
  visible: boolean;
  stamp: string;
}

type Head = Pick<Row, 'version' | 'lastSeq' | 'updatedAt' | 'activeAt' | 'botStreak' | 'now' | 'stamp'>;

const remembered = 2_000;
/** In characters of JSON: a request with long notes is read anew each time rather than kept in memory. */
const smallSize = 8_000;

/**
 * Reads requests for a decision, each in one round trip. Remembers them: a lively talk then reads but its head, whose stamp
 * tells in the same statement whether the rest is still as it was.
 */
export class RequestLoader {
  readonly #db: Database;
  readonly #recent = new Recent<Row>(remembered);

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws request_not_found, or what `hidden` makes */
  async load(by: By, projectId: string, requestId: string, options: LoadOptions): Promise<Loaded> {
    const viewer: Viewer = by === 'system' ? { sees: 'all' } : viewerOf(by);
    const row =
      (await this.#known(viewer, projectId, requestId)) ?? (await this.#read(viewer, projectId, requestId, options));
    if (!row?.visible) throw row && options.hidden ? options.hidden() : requestErrors.request_not_found();
    checkIfMatch(row.version);
    return row;
  }

  async #known(viewer: Viewer, projectId: string, requestId: string): Promise<Row | undefined> {
    const known = this.#recent.get(keyOf(projectId, requestId));
    // Of an agent who does not serve it, the groups would have to be asked.
    if (!known || !sees(viewer, known, noRoster)) return undefined;

    const [head] = await this.#db.query<Head>(loadHead, [projectId, known.id, known.leadId, known.requester]);
    return head?.stamp === known.stamp ? { ...known, ...head, visible: true } : undefined;
  }

  async #read(
    viewer: Viewer,
    projectId: string,
    requestId: string,
    { remember }: LoadOptions,
  ): Promise<Row | undefined> {
    const values: unknown[] = [projectId, requestId];
    const bySql = viewer.sees === 'departments';
    const visible = bySql ? visibleSql(viewer, '$1', binder(values)) : 'true';
    const statement = { name: bySql ? 'load_request_departments' : 'load_request', text: loadText(visible) };
    const [row] = await this.#db.query<Row>(statement, values);
    if (!row) return undefined;
    if (remember && isSmall(row)) this.#recent.set(keyOf(projectId, requestId), row, Number.POSITIVE_INFINITY);
    return bySql ? row : { ...row, visible: sees(viewer, row, noRoster) };
  }
}

const keyOf = (projectId: string, requestId: string): string => `${projectId} ${requestId}`;
const noRoster = { departments: [], groups: [], ownChatsOnly: true };

function isSmall({ attributes, notes, snapshot, firstText, copies }: Row): boolean {
  return JSON.stringify([attributes, notes, snapshot, firstText, copies]).length <= smallSize;
}
