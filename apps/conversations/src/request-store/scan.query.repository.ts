import type { Database, Scanned } from '@parley/service-kit/database';

import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { requestColumns, requestTables } from '../request-state/request.columns.ts';
import type { SupportRequest } from '../request-state/request.ts';

export type ScannedMessage = Message & { requestId: string; fromRequester: boolean };

/** Reads everything of a project from one snapshot, for services that rebuild their projections from it. */
export class Scans {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  requests(projectId: string): AsyncGenerator<Scanned<SupportRequest>> {
    const text = `select ${requestColumns} from ${requestTables}
      where r.id_project = $1 order by r.id`;
    return this.#db.scan<SupportRequest>({ text }, [projectId]);
  }

  /** Ordered by request, then by `seq`. */
  messages(projectId: string): AsyncGenerator<Scanned<ScannedMessage>> {
    const text = `select ${messageColumns}, r.request_id as "requestId", m.sender = r.requester as "fromRequester"
      from message m join request r on r.id_project = m.id_project and r.id = m.request
      where m.id_project = $1 order by m.request, m.seq`;
    return this.#db.scan<ScannedMessage>({ text }, [projectId]);
  }
}
