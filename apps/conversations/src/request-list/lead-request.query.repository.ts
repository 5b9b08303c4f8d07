import { commonErrors, type RequestStatus } from '@parley/contracts';
import { isId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

export interface LeadRequest {
  id: string;
  requestId: string;
  status: RequestStatus;
}

const perPage = 500;

/** Reads the requests of a lead, for the services that manage people. */
export class LeadRequestQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. @param cursor `_id` of the last request of the previous page. @throws cursor_invalid */
  async list(projectId: string, leadId: string, cursor: string): Promise<{ requests: LeadRequest[]; next: string }> {
    if (cursor !== '' && !isId(cursor)) throw commonErrors.cursor_invalid();
    const requests = await this.#db.query<LeadRequest>(page, [projectId, leadId, cursor || null]);
    return { requests, next: requests.length === perPage ? (requests.at(-1)?.id ?? '') : '' };
  }

  /** The `request_id` of the newest open request. */
  async newestOpen(projectId: string, by: { leadId: string } | { requester: string }): Promise<string | undefined> {
    const column = 'leadId' in by ? 'lead_id' : 'requester';
    const text = `select r.request_id as "requestId" from request r
      where r.id_project = $1 and r.${column} = $2 and r.status < 1000 order by r.created_at desc, r.id desc limit 1`;
    const value = 'leadId' in by ? by.leadId : by.requester;
    const [row] = await this.#db.query<{ requestId: string }>({ name: `newest_open_by_${column}`, text }, [
      projectId,
      value,
    ]);
    return row?.requestId;
  }
}

const page = {
  name: 'requests_by_lead',
  text: `select r.id, r.request_id as "requestId", r.status from request r
    left join request c on c.id_project = $1 and c.id = $3
    where r.id_project = $1 and r.lead_id = $2 and ($3::text is null or (r.created_at, r.id) < (c.created_at, c.id))
    order by r.created_at desc, r.id desc limit ${perPage}`,
};
