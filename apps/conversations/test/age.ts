import type { ConversationsService } from './harness.ts';
import type { TestProject } from './test-project.ts';

/** Lets everything in a project have happened so many seconds earlier; waits for nothing. */
export async function age(service: ConversationsService, { projectId }: TestProject, seconds: number): Promise<void> {
  const earlier = (table: string, columns: readonly string[]) => {
    const moved = columns.map((column) => `${column} = ${column} - $2 * interval '1 second'`);
    return service.db.query(`update ${table} set ${moved.join(', ')} where id_project = $1`, [projectId, seconds]);
  };
  const times = ['created_at', 'assigned_at', 'closed_at', 'waiting_since', 'queue_after', 'requester_first_at'];
  await service.db.transaction(async () => {
    await earlier('request', times);
    await earlier('message', ['created_at']);
    await earlier('request_head', ['updated_at', 'active_at']);
    // So that no replica goes by what it remembers.
    await service.db.query('update request_head set revision = revision + 1 where id_project = $1', [projectId]);
  });
}
