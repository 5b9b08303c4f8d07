import { freePort } from '@parley/testkit';

import type { AllInOne } from '../src/service.ts';
import { type Customer, newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

/** There is no broker: what one service has made, the others hear of late. */
let mesh: AllInOne;
let ada: Customer;
let project: string;
let request: string;

beforeAll(async () => {
  mesh = await startMesh({ NATS_URL: `nats://127.0.0.1:${await freePort()}` });
  ({ customer: ada } = await newUser(mesh.url, 'Ada'));
  project = (await made('/projects', { name: 'Shop' }))._id;
}, 120_000);
afterAll(() => mesh?.stop());
beforeEach(async () => {
  request = newRequestId(project);
  const vera = await newVisitor(mesh.url, project, 'Vera');
  const { status } = await vera.customer.call('POST', `/${project}/requests/${request}/messages`, { text: 'Hello' });
  expect(status).toBe(200);
});

async function made(path: string, body: object) {
  const answer = await ada.call('POST', path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

async function joined(name: string) {
  const person = await newUser(mesh.url, name);
  const { customer, id, email } = person;
  await made(`/${project}/project_users/invite`, { email, role: 'agent' });
  return { customer, id };
}

it('a lead sends, as every channel connector does it', async () => {
  for (const name of ['one', 'two', 'three']) {
    const lead = await made(`/${project}/leads`, { lead_id: `channel-${name}`, fullname: `Lead ${name}` });
    const body = { text: 'Hello', sender: lead.lead_id };
    const sent = await made(`/${project}/requests/${newRequestId(project)}/messages`, body);
    expect(sent).toMatchObject({ senderFullname: `Lead ${name}`, request: { requester_id: lead._id } });
  }
});

it('a lead is given a request', async () => {
  const lead = await made(`/${project}/leads`, { fullname: 'Victor' });
  const { status, body } = await ada.call('PATCH', `/${project}/requests/${request}`, { lead: lead._id });
  expect([status, body.requester_id]).toEqual([200, lead._id]);
});

it('a bot speaks, takes part, and serves its department', async () => {
  const bot = await made(`/${project}/bots`, { name: 'Robby', template: 'empty' });
  const sent = await made(`/${project}/requests/${request}/messages`, { text: 'Hi', sender: bot._id });
  expect(sent.sender).toBe(`bot_${bot._id}`);
  const taken = await made(`/${project}/requests/${request}/participants`, { member: bot._id });
  expect(taken.participants).toContain(`bot_${bot._id}`);

  const other = await made(`/${project}/bots`, { name: 'Other', template: 'empty' });
  const fields = { name: 'Bots', routing: 'assigned', id_bot: other._id };
  const department = await made(`/${project}/departments`, fields);
  const body = { text: 'Hello', departmentid: department._id };
  const first = await made(`/${project}/requests/${newRequestId(project)}/messages`, body);
  expect(first.request).toMatchObject({ department: { _id: department._id }, participants: [`bot_${other._id}`] });
});

it('a teammate takes part, follows and speaks', async () => {
  const { id } = await joined('Linus');
  const followed = await made(`/${project}/requests/${request}/followers`, { member: id });
  expect(followed.followers).toHaveLength(1);
  const sent = await made(`/${project}/requests/${request}/messages`, { text: 'Hi', sender: id });
  expect(sent).toMatchObject({ sender: id, senderFullname: 'Linus Example' });
  const taken = await made(`/${project}/requests/${request}/participants`, { member: id });
  expect(taken.participants).toContain(id);
});

it('a project takes requests, uploads and look-ups', async () => {
  const shop = (await made('/projects', { name: 'New' }))._id;
  const created = await made(`/${shop}/requests`, { first_text: 'Hello' });
  expect(created.department).toMatchObject({ default: true });
  const looked = await ada.call('GET', `/requests_util/lookup/id_project/${created.request_id}`);
  expect(looked).toMatchObject({ status: 200, body: { id_project: shop } });
  const uploaded = await ada.upload(`/${shop}/files/chat`, new File(['hello'], 'a.txt'));
  expect(uploaded.status).toBe(201);
  const read = await ada.call('GET', `/${shop}/files?path=${encodeURIComponent(uploaded.body.filename)}`);
  expect([read.status, read.body]).toEqual([200, 'hello']);
});

it('a department is named by a condition', async () => {
  const { _id } = await made(`/${project}/departments`, { name: 'New', routing: 'assigned' });
  const filters = [{ field: 'department', operator: '=', value: _id }];
  const rule = { name: 'New', on: ['request.created'], filters, actions: [{ type: 'add_tags', tags: ['new'] }] };
  expect(await made(`/${project}/rules`, rule)).not.toHaveProperty('broken');
});
