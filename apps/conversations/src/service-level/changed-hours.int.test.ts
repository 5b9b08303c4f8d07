import { CountedReads } from '../../test/counted-reads.ts';
import { copyRequest } from '../../test/due-clocks.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { hoursInThreeDays, keepHours } from '../../test/keep-hours.ts';
import { policyOf, staffed } from '../../test/policies.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let stores: CountedReads;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  stores = new CountedReads(service.db, 'store_levels');
});

const copies = 40;

/** A project with an open request and its copies, which count the hours of the project. */
async function counting(): Promise<TestProject> {
  const project = await staffed(harness);
  await policyOf(service, project, { hours: 'project' });
  await harness.conversation(project);
  await copyRequest(service.db, project.projectId, copies);
  return project;
}

async function changeHours(project: TestProject): Promise<void> {
  await keepHours(service.db, project.projectId, project.version, hoursInThreeDays());
  await service.context.orderedWorker.idle();
}

/** Once for each time that its due time has moved. */
const movedOf = async ({ projectId }: TestProject) => {
  const text = `select request from request_history where id_project = $1 and verb = 'SLA_CHANGED' order by request`;
  return (await service.db.query<{ request: string }>(text, [projectId])).map(({ request }) => request);
};

it('move the due times of many requests together, each once', async () => {
  const project = await counting();
  const { statements } = await stores.of(() => changeHours(project));

  expect(statements).toBe(2);
  const moved = await movedOf(project);
  expect([moved.length, new Set(moved).size]).toEqual([copies + 1, copies + 1]);
  const outdated = await service.db.query(
    `select c.request from clock c join automation_config a using (id_project) join request_head h on h.id_project = c.id_project and h.id = c.request
     join service_level s on s.id_project = c.id_project and s.request = c.request
     where c.id_project = $1 and (c.config < a.version or (s.record->>'config')::int < a.version or c.wake_at <> h.due_at + interval '1 ms')`,
    [project.projectId],
  );
  expect(outdated).toEqual([]);
});

it('move due times though one request cannot be changed, and its own when it can', async () => {
  const project = await counting();
  const bad = (20).toString(16).padStart(24, '0');
  const metric = (word: string) =>
    service.db.query(
      `update service_level set record = jsonb_set(record, '{clocks,0,metric}', $3) where id_project = $1 and request = $2`,
      [project.projectId, bad, JSON.stringify(word)],
    );
  // No event can say this.
  await metric('patience');
  await changeHours(project);
  const others = await movedOf(project);
  expect([others.length, new Set(others).size, others.includes(bad)]).toEqual([copies, copies, false]);

  await metric('first_response');
  // As if its wait were over.
  await service.db.query(
    `update task set due_at = now(), last_error = null where id_project = $1 and done_at is null`,
    [project.projectId],
  );
  await service.context.orderedWorker.idle();
  expect(await movedOf(project)).toEqual([...others, bad].sort());
});
