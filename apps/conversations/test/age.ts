import type { Clock, ServiceLevels } from '../src/request-state/service-levels.ts';
import type { ConversationsService } from './harness.ts';
import type { TestProject } from './test-project.ts';

/** Lets everything in a project have happened so many seconds earlier; waits for nothing. */
export async function age(
  service: Pick<ConversationsService, 'db'>,
  { projectId }: Pick<TestProject, 'projectId'>,
  seconds: number,
): Promise<void> {
  const earlier = (table: string, columns: readonly string[]) => {
    const moved = columns.map((column) => `${column} = ${column} - $2 * interval '1 second'`);
    return service.db.query(`update ${table} set ${moved.join(', ')} where id_project = $1`, [projectId, seconds]);
  };
  const times = ['created_at', 'assigned_at', 'closed_at', 'waiting_since', 'queue_after', 'requester_first_at'];
  await service.db.transaction(async () => {
    await earlier('request', times);
    await earlier('clock', ['wake_at']);
    await earlier('scheduled_message', ['at']);
    await earlier('rule_due', ['anchor', 'due_at']);
    await service.db.query(ageSnoozes, [projectId, seconds]);
    await earlier('message', ['created_at']);
    await earlier('request_head', ['updated_at', 'active_at', 'last_requester_at', 'last_team_at', 'due_at']);
    await ageServiceLevels(service, projectId, Math.round(seconds * 1_000));
    // So that no replica goes by what it remembers.
    await service.db.query('update request_head set revision = revision + 1 where id_project = $1', [projectId]);
  });
}

interface StoredLevels {
  request: string;
  record: ServiceLevels;
}

async function ageServiceLevels(
  { db }: Pick<ConversationsService, 'db'>,
  projectId: string,
  ms: number,
): Promise<void> {
  const text = 'select request, record from service_level where id_project = $1';
  for (const { request, record } of await db.query<StoredLevels>(text, [projectId])) {
    const clocks = record.clocks.map((clock) => agedClock(clock, ms));
    await db.query('update service_level set record = $3 where id_project = $1 and request = $2', [
      ...[projectId, request],
      JSON.stringify({ ...record, clocks }),
    ]);
  }
}

function agedClock(clock: Clock, ms: number): Clock {
  const times = ['startedAt', 'since', 'dueAt', 'warnedFor', 'breachedAt', 'endedAt'] as const;
  const aged = times.flatMap((name) => (clock[name] === undefined ? [] : [[name, clock[name] - ms]]));
  const spans = clock.spans.map((span) => ({ ...span, from: span.from - ms, to: span.to - ms }));
  return { ...clock, ...Object.fromEntries(aged), spans };
}

const ageSnoozes = `update request set snooze = snooze || jsonb_strip_nulls(jsonb_build_object(
    'at', ${earlierIso('at')}, 'until', ${earlierIso('until')}))
  where id_project = $1 and snooze is not null`;

function earlierIso(member: string): string {
  return `to_char(instant_of(snooze, '${member}') at time zone 'UTC' - $2 * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
