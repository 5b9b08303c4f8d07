import { messageCreated, messageStatusChanged } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import type { TeamScopes } from '../access/team-scopes.ts';
import type { TeamScope } from '../access/visibility.ts';
import { type InboxRecord, InboxRow } from '../request-row/inbox-row.ts';
import { attributesOnTheWire } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { ChangeFilter } from './change-filter.ts';
import type { FeedPosition } from './cursor.ts';
import * as statements from './feed.statements.ts';
import {
  type CurrentRequest,
  type FeedRow,
  type FeedType,
  noted,
  type OpenRequest,
  type ReferencedRecords,
  type WantedRecords,
} from './feed-row.ts';
import { movesInbox } from './inbox-notices.ts';
import { teamRoles } from './team-notices.ts';

/**
 * Ids begin with the second of their creation, which precedes their sequence number by less than the longest call plus the clock
 * skew. So a range of ids covers all numbers from a position on.
 */
const idSlackMs = 60_000;
const idFrom = (timeMs: number): string =>
  Math.max(0, Math.floor((timeMs - idSlackMs) / 1_000))
    .toString(16)
    .padStart(8, '0');

interface Row extends Omit<CurrentRequest, 'id' | 'requestId'> {
  projectId: string;
  seq: number;
  at: Date;
  type: FeedType;
  event: string;
  partitionKey: string;
  /** `null` when the request was deleted. */
  id: string | null;
  requestId: string | null;
}

type OmittedFields = Pick<SupportRequest, 'notes' | 'firstText' | 'attributes' | 'abandonedBy' | 'status'> & {
  messageAttributes: object | null;
  metadata: object | null;
};

/** Reads the feed: the outbox of this service merged with `feed_change`, ordered by sequence number. */
export class FeedRepository {
  readonly #db: Database;
  readonly #scopes: TeamScopes;

  constructor(db: Database, scopes: TeamScopes) {
    this.#db = db;
    this.#scopes = scopes;
  }

  /** The last number drawn from the sequence, whether or not its row is visible yet. */
  async lastSequenceNumber(): Promise<number> {
    const [row] = await this.#db.query<{ seq: number }>(statements.lastSequenceNumber);
    return row?.seq ?? 0;
  }

  /**
   * All changes of these projects after a position and up to a number.
   * @param hasListener whether a listener follows the messages of a request, or the new ones; messages without one are not parsed
   */
  async newChanges(
    projects: readonly string[],
    from: FeedPosition,
    to: number,
    hasListener: (projectId: string, requestId: string, isNew: boolean) => boolean,
  ): Promise<FeedRow[]> {
    const rows = await this.#db.query<Row>(statements.newChanges, [from.seq, to, idFrom(from.time), projects]);
    const wanted = rows.filter(
      ({ type, projectId, requestId }) =>
        !isOfMessage(type) || (requestId !== null && hasListener(projectId, requestId, type === messageCreated.type)),
    );
    return wanted.flatMap(readRow);
  }

  /** The next page of one project within a filter. `last` is its end, if there may be more. */
  async page(
    projectId: string,
    { after, upTo, filter, limit }: { after: FeedPosition; upTo: number; filter: ChangeFilter; limit: number },
  ): Promise<{ rows: FeedRow[]; last?: FeedPosition }> {
    const { types, requestIds, requesters } = filter;
    const position = [after.seq, upTo, idFrom(after.time), projectId, limit];
    const rows = await this.#db.query<Row>(statements.page, [...position, types, requestIds, requesters]);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { rows: rows.flatMap(readRow), ...(last && { last: { seq: last.seq, time: last.at.getTime() } }) };
  }

  /** Current departments and groups of the read models. */
  scope(projectId: string): Promise<TeamScope> {
    return this.#scopes.of(projectId);
  }

  /** `scope` for changes that were read together: one query per project, made after the changes were read. */
  scopes(): (projectId: string) => Promise<TeamScope> {
    const asked = new Map<string, Promise<TeamScope>>();
    return (projectId) => {
      const scope = asked.get(projectId) ?? this.scope(projectId);
      asked.set(projectId, scope);
      return scope;
    };
  }

  /**
   * Looks up what changes of one read name and do not carry. Status changes come in large numbers, so their messages are loaded
   * in batches.
   * @returns the lookup of one change
   */
  finder(rows: readonly FeedRow[]): (row: FeedRow, wanted: WantedRecords) => Promise<ReferencedRecords | undefined> {
    const inboxRows = new Map<string, Promise<Map<string, InboxRow>>>();
    const inboxRowOf = async ({ projectId, ...row }: FeedRow) => {
      const known = inboxRows.get(projectId) ?? this.#inboxRows(projectId, rows);
      inboxRows.set(projectId, known);
      return (await known).get(requestOf(row));
    };
    const find = this.#finderOfOthers(rows);
    return async (row, { people, inbox }) => {
      const found = await find(row, people);
      const inboxRow = inbox && (movesInbox(row) || row.type === noted.read) ? await inboxRowOf(row) : undefined;
      return inboxRow ? { ...found, inboxRow } : found;
    };
  }

  #finderOfOthers(rows: readonly FeedRow[]) {
    const raising = rows.filter(({ type }) => type === messageStatusChanged.type);
    const asked = new Map<FeedRow, Promise<Map<FeedRow, Message[]>>>();
    return async (row: FeedRow, people: boolean): Promise<ReferencedRecords | undefined> => {
      if (row.type !== messageStatusChanged.type) return this.#find(row, people);
      if (!asked.has(row)) {
        const first = raising.indexOf(row);
        const some = raising.slice(first, first + raisedBatchSize);
        const answer = this.#raisedMessages(some);
        for (const one of some) asked.set(one, answer);
      }
      const messages = (await asked.get(row))?.get(row) ?? [];
      // Callers keep what they still need; the batch is freed row by row.
      asked.delete(row);
      return { messages };
    };
  }

  /** The rows of all requests that these changes move in inboxes, in one query. */
  async #inboxRows(projectId: string, rows: readonly FeedRow[]): Promise<Map<string, InboxRow>> {
    const moved = rows.filter((row) => row.projectId === projectId && (movesInbox(row) || row.type === noted.read));
    const ids = [...new Set(moved.map(requestOf))];
    const records = await this.#db.query<InboxRecord>(statements.inboxRows, [projectId, ids]);
    return new Map(records.map((record) => [record.id, new InboxRow(record)]));
  }

  async #find(row: FeedRow, people: boolean): Promise<ReferencedRecords | undefined> {
    const { projectId, type, data } = row;
    switch (type) {
      case noted.lostAccess:
        return {
          requests: await this.#db.query<OpenRequest>(statements.openRequestsOf, [
            projectId,
            JSON.stringify(data.departments),
          ]),
        };
      case noted.bot: {
        const [bot] = await this.#db.query<NonNullable<ReferencedRecords['bot']>>(statements.botOf, [
          projectId,
          data.id,
        ]);
        return bot && { bot };
      }
      default: {
        const users = people ? usersOf(row) : [];
        const omitted = data.omitted === undefined ? undefined : await this.#omittedFields(row);
        const teammates = users.length === 0 ? undefined : await this.teammates(projectId, users);
        return { ...(omitted && { omitted }), ...(teammates && { teammates }) };
      }
    }
  }

  async #omittedFields({ projectId, partitionKey, data }: FeedRow): Promise<ReferencedRecords['omitted']> {
    const { message } = data as { message?: { _id: string } };
    const [now] = await this.#db.query<OmittedFields>(statements.omittedFields, [
      projectId,
      partitionKey,
      message?._id ?? null,
    ]);
    if (!now) return undefined;
    const { notes, firstText: first_text, metadata, messageAttributes } = now;
    return {
      request: { notes, first_text, attributes: attributesOnTheWire(now) },
      message: { attributes: messageAttributes, ...(metadata && { metadata }) },
    };
  }

  /** By user id or teammate id, with their current load. */
  async teammates(projectId: string, ids: readonly string[]): Promise<NonNullable<ReferencedRecords['teammates']>> {
    return this.#db.query(statements.teammatesOf, [projectId, ids]);
  }

  /** All teammates, with their current load. */
  async team(projectId: string): Promise<NonNullable<ReferencedRecords['teammates']>> {
    return this.#db.query(statements.teamOf, [projectId, teamRoles]);
  }

  async bot(projectId: string, id: string): Promise<NonNullable<ReferencedRecords['bot']> | undefined> {
    const [bot] = await this.#db.query<NonNullable<ReferencedRecords['bot']>>(statements.botOf, [projectId, id]);
    return bot;
  }

  /** The newest messages of a request with these audiences, oldest first. */
  async newestMessages(projectId: string, requestId: string, audiences: readonly string[] | null, limit: number) {
    return this.#db.query<Message>(statements.newestMessages, [projectId, requestId, audiences, limit]);
  }

  /** Records a change of a read model, in the transaction that stores it. */
  async note(projectId: string, type: string, data: object): Promise<void> {
    await this.#db.query(statements.insertChange, [projectId, type, JSON.stringify(data)]);
  }

  /** The record of a department or group before it is replaced. */
  async recordOf(table: 'copy_group' | 'copy_department', projectId: string, id: string) {
    const text = `select c.deleted, c.record from ${table} c where c.id_project = $1 and c.id = $2`;
    const [row] = await this.#db.query<{ deleted: boolean; record: Record<string, unknown> }>(
      { name: `record_of_${table}`, text },
      [projectId, id],
    );
    return row;
  }

  async forgetOld(hours: number): Promise<void> {
    await this.#db.query(`delete from feed_change where created_at < now() - $1 * interval '1 hour'`, [hours]);
  }

  /**
   * Messages whose status these events have raised, in their current state. A message raised again since, even within the same
   * millisecond, belongs to the later event; one that was sent in that millisecond belongs to none of them.
   */
  async #raisedMessages(rows: readonly FeedRow[]): Promise<Map<FeedRow, Message[]>> {
    const found = await this.#db.query<Message & { nth: number }>(statements.raisedMessages, [
      rows.map(({ projectId }) => projectId),
      rows.map(({ partitionKey }) => partitionKey),
      rows.map(({ data }) => (data.message as { seq?: number } | undefined)?.seq ?? null),
      rows.map(({ data }) => data.upto ?? null),
      rows.map(({ data }) => data.at),
      rows.map(({ data }) => data.to),
    ]);
    const byNth = Map.groupBy(found, ({ nth }) => nth);
    return new Map(rows.map((row, index) => [row, byNth.get(index + 1) ?? []]));
  }
}

const raisedBatchSize = 50;

const isOfMessage = (type: string): boolean => type === messageCreated.type || type === messageStatusChanged.type;

function readRow({ projectId, seq, at, type, event, partitionKey, id, requestId, ...request }: Row): FeedRow[] {
  const parsed = JSON.parse(event) as { data?: Record<string, unknown> };
  const data = type.startsWith('feed.') ? (parsed as Record<string, unknown>) : (parsed.data ?? {});
  // After an erasure nothing is left to show.
  if (data.erased === true) return [];
  return [
    {
      ...{ projectId, position: { seq, time: at.getTime() }, type, data, partitionKey },
      now: id === null || requestId === null ? null : { id, requestId, ...request },
    },
  ];
}

/** `_id` of the request that a change is about. */
const requestOf = ({ type, data, partitionKey }: Omit<FeedRow, 'projectId'>): string =>
  type === noted.read ? String(data.request) : partitionKey;

/** Users whose load the change has altered, or whose record it is. */
function usersOf({ type, data }: FeedRow): string[] {
  const names: Partial<Record<FeedType, unknown[]>> = {
    [noted.teammate]: [data.id],
    [noted.visitor]: [data.id],
    'request.assigned': [data.assigneeId],
    'request.unassigned': [data.member],
    'request.closed': (data.request as { participantsAgents?: unknown[] } | undefined)?.participantsAgents ?? [],
  };
  return (names[type] ?? []).map(String);
}
