import { type Answer, actor, nextQueryOf } from '@parley/testkit';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
beforeAll(async () => {
  service = await harness.start({ EXPORT_ROWS: '3' });
});
afterAll(() => harness.stop());

async function withRequests(count: number, setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    setUp(one);
  });
  const ids = [];
  for (let index = 0; index < count; index++) {
    const request_id = newRequestId(project.projectId);
    await service.as(project.personas.vera).sendMessage({ request_id, text: `number ${index}`, subject: '=cmd()' });
    ids.push(request_id);
  }
  return { project, ids, ...project.personas };
}

const rowsOf = (body: unknown) => String(body).split('\r\n').slice(1, -1);

it('writes a row for each request the caller sees, with a header, and escapes formulas', async () => {
  const { linus, ids, project } = await withRequests(1);
  const [request_id] = ids;
  await service.as(linus).addRequestTags({ request_id }, { body: ['vip', 'a;b'] });
  await service.as(linus).rateRequest({ request_id, rate: 4.5, rate_message: 'say "hi"' });

  const { status, body, headers } = await service.as(linus).exportRequests({});

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment'),
  });
  expect(headers.link).toBeUndefined();
  expect(String(body).split('\r\n')[0]).toBe(
    'ticket_id;request_id;createdAt;status;subject;first_text;priority;channel_name;department_name;lead_fullname;' +
      'lead_email;participants;tags;rating;rating_message;waiting_time;duration;first_response_at;assigned_at;' +
      'closed_at;closed_by;hasBot;language;sourcePage',
  );
  const [row] = rowsOf(body);
  expect(row).toMatch(new RegExp(`^1;${request_id};20[^;]*Z;200;'=cmd\\(\\);number 0;normal;chat21;Support;`));
  expect(row).toContain(`;${linus.id};"vip,a;b";4.5;"say ""hi""";;`);
  expect(row?.endsWith(';false;;')).toBe(true);
  expect(project.departments).toHaveLength(1);
});

it('takes the parameters of the list, and continues behind Link where a file ends', async () => {
  const { ids, linus, grace } = await withRequests(7);
  await service.as(grace).closeRequest({ request_id: ids[0] ?? '' });
  const numbers = (body: unknown) => rowsOf(body).map((row) => Number(/number (\d)/.exec(row)?.[1]));

  const first = await service.as(linus).exportRequests({ status: 'all', direction: '1' });
  expect(numbers(first.body)).toEqual([0, 1, 2]);
  const follow = (file: Answer) => service.as(linus).exportRequests({}, { query: nextQueryOf(file) });
  const second = await follow(first);
  expect(numbers(second.body)).toEqual([3, 4, 5]);
  const third = await follow(second);
  expect(numbers(third.body)).toEqual([6]);
  expect(third.headers.link).toBeUndefined();

  expect(numbers((await service.as(linus).exportRequests({ direction: '1' })).body)).toEqual([1, 2, 3]);
  expect(rowsOf((await service.as(grace).exportRequests({ mine: 'true' })).body)).toEqual([]);
  expect((await service.as(linus).exportRequests({ sortField: 'notes' })).status).toBe(422);
  expect((await service.as(linus).exportRequests({ cursor: 'x' })).body.code).toBe('cursor_invalid');
  const found = await service.as(linus).exportRequests({ full_text: 'nothing like this' });
  expect(rowsOf(found.body)).toEqual([]);
});

it('continues behind Link where a file of a text search ends, too', async () => {
  const { ids, linus } = await withRequests(7);
  await service.as(linus).addNote({ request_id: ids[2], text: 'number number number' });
  await service.settled();
  const files: string[][] = [];
  let query: Record<string, string> = { full_text: 'number' };
  for (let more = true; more; more = 'cursor' in query) {
    const file = await service.as(linus).exportRequests({}, { query });
    files.push(rowsOf(file.body).map((row) => row.split(';')[1] ?? ''));
    query = nextQueryOf(file);
  }

  expect(files.map((rows) => rows.length)).toEqual([3, 3, 1]);
  expect(files.flat()[0]).toBe(ids[2]);
  expect(files.flat().sort()).toEqual(ids.toSorted());
});

it('holds nothing of other groups and other projects, and is for the team', async () => {
  const { alan, vera } = await withRequests(1, (project) => {
    project.addMember({ actor: project.personas.alan, groups: ['sales'] });
    project.setMember(project.personas.linus, { groups: ['support'] });
    project.addDepartment({ id_group: 'support' });
  });

  expect(rowsOf((await service.as(alan).exportRequests({})).body)).toEqual([]);
  expect(rowsOf((await service.as(actor({ role: 'owner' })).exportRequests({})).body)).toEqual([]);
  expect((await service.as(vera).exportRequests({})).body.code).toBe('role_too_low');
});
