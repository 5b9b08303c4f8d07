import type { Database, Scanned } from '@parley/service-kit/database';

import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { requestColumns, requestTables } from '../request-state/request.columns.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Clock } from '../request-state/service-levels.ts';

export type ScannedMessage = Message & { requestId: string; fromRequester: boolean };

/** Service levels of a request, as figures need them. */
export interface ScannedLevels {
  /** `_id` */
  request: string;
  clocks: Clock[];
  department: string | null;
  channel: string;
  priority: string;
  tags: string[];
  agents: string[];
}

/** Reads everything of a project from one snapshot, for services that rebuild their projections from it. */
export class Scans {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Projects that have requests, after this one. Looks up one row of each, however many requests it has. */
  async projects(after: string, limit: number): Promise<string[]> {
    return (await this.#db.query<{ id: string }>(projectsAfter, [after, limit])).map(({ id }) => id);
  }

  requests(projectId: string): AsyncGenerator<Scanned<SupportRequest>> {
    const text = `select ${requestColumns} from ${requestTables}
      where r.id_project = $1 order by r.id`;
    return this.#db.scan<SupportRequest>({ text }, [projectId]);
  }

  /** The newest clock of each metric, with what its request is now. */
  clocks(projectId: string): AsyncGenerator<Scanned<ScannedLevels>> {
    const text = `select s.request, s.record->'clocks' as clocks, r.department_id as department, r.channel, r.priority,
        array(select t->>'tag' from jsonb_array_elements(r.tags) t) as tags,
        array(select p from unnest(r.participants) p where p not like 'bot\\_%') as agents
      from service_level s join request r on r.id_project = s.id_project and r.id = s.request
      where s.id_project = $1 order by s.request`;
    return this.#db.scan<ScannedLevels>({ text }, [projectId]);
  }

  /** Ordered by request, then by `seq`. */
  messages(projectId: string): AsyncGenerator<Scanned<ScannedMessage>> {
    const text = `select ${messageColumns}, r.request_id as "requestId", m.sender = r.requester as "fromRequester"
      from message m join request r on r.id_project = m.id_project and r.id = m.request
      where m.id_project = $1 order by m.request, m.seq`;
    return this.#db.scan<ScannedMessage>({ text }, [projectId]);
  }
}

const projectsAfter = {
  name: 'scan_projects',
  text: `with recursive project as (
      (select id_project from request where id_project > $1 order by id_project limit 1)
      union all
      select (select r.id_project from request r where r.id_project > project.id_project order by r.id_project limit 1)
        from project where project.id_project is not null
    )
    select id_project as id from project where id_project is not null limit $2`,
};
