import type { RequestRecord } from '@parley/contracts';

import type { ConversationsService } from './harness.ts';
import type { TestProject } from './test-project.ts';

/** Seats by user id as the counters hold them, and as a recount finds them; both without zeros. */
export async function seatsOf(service: ConversationsService, projectId: string) {
  const counted = await service.db.query<{ id: string; held: number }>(
    'select id_user as id, held from seat where id_project = $1 and held <> 0 order by 1',
    [projectId],
  );
  const recount = await service.db.query<{ id: string; held: number }>(
    `select p as id, count(*)::int as held from request r, unnest(r.participants) p
      where r.id_project = $1 and r.status = 200 and not r.draft and r.working_status is distinct from 'pending' and r.snooze is null
        and p not like 'bot\\_%' group by p order by 1`,
    [projectId],
  );
  return { counted: toObject(counted), recount: toObject(recount) };
}

const toObject = (rows: { id: string; held: number }[]) => Object.fromEntries(rows.map(({ id, held }) => [id, held]));

/** Events of one request, oldest first, without their common part. */
export async function eventsOf(
  service: ConversationsService,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await service.db.query<{ event: string }>(
    'select event from outbox where partition_key = $1 order by seq',
    [id],
  );
  return rows.map(({ event }) => JSON.parse(event) as { type: string; data: Record<string, unknown> });
}

/** A request in the full form, as the owner sees it. */
export async function seen(
  service: ConversationsService,
  project: TestProject,
  requestId: string,
): Promise<RequestRecord> {
  const { body } = await service.as(project.personas.ada).getRequest({ request_id: requestId });
  return body as RequestRecord;
}
