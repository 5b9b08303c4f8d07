import { eventually, timeoutOf } from '@parley/testkit';

import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

/** A shop whose department is served by a bot of the template, and an agent who is there. */
async function newShop(template: string) {
  const [ada, linus] = [await newUser(mesh.url, 'Ada'), await newUser(mesh.url, 'Linus')];
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const invited = { email: linus.email, role: 'agent', user_available: true };
  await ada.customer.call('POST', `${at}/project_users/invite`, invited);
  await ada.customer.call('PUT', `${at}/project_users`, { user_available: false });
  const { body: bot } = await ada.customer.call('POST', `${at}/bots`, { name: 'Robby', template });
  const { body: departments } = await ada.customer.call('GET', `${at}/departments`);
  await ada.customer.call('PUT', `${at}/departments/${departments[0]._id}`, { id_bot: bot._id });
  return { at, projectId: project._id as string, ada, linus, bot: bot._id as string };
}

interface Line {
  sender: string;
  text: string;
  attributes: { attachment?: { buttons: object[] }; messagelabel?: { key: string } };
}

async function lines(customer: Customer, request: string): Promise<Line[]> {
  return (await customer.call('GET', `${request}/messages`)).body;
}

it('answers, hands a visitor over to an agent who asks for one, and leaves; the agent closes and the visitor rates', async () => {
  const { at, projectId, linus, bot } = await newShop('example');
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = `${at}/requests/${newRequestId(projectId)}`;
  const say = (customer: Customer, text: string) => customer.call('POST', `${request}/messages`, { text });
  const botLines = async () => (await lines(vera.customer, request)).filter(({ sender }) => sender === `bot_${bot}`);

  const first = await say(vera.customer, 'Hello');
  expect(first.body.request).toMatchObject({ status: 200, hasBot: true, participants: [`bot_${bot}`] });
  await eventually(async () =>
    expect((await botLines()).map(({ text }) => text)).toEqual(['Hello! Nice to meet you.']),
  );
  await say(vera.customer, 'What can you do?');
  await eventually(async () => expect((await botLines()).at(-1)?.attributes.attachment?.buttons).toHaveLength(4));

  await say(vera.customer, 'Can I talk to a person, please');
  await eventually(async () => {
    const { body } = await linus.customer.call('GET', request);
    expect(body).toMatchObject({ participants: [linus.id], hasBot: false, status: 200 });
  });
  expect((await botLines()).at(-1)?.text).toBe('One moment, I am asking a colleague to take over.');

  await say(linus.customer, 'Hi Vera, I am Linus.');
  await say(vera.customer, 'Hello');
  await mesh.settled();
  expect(await botLines()).toHaveLength(3);

  const closed = await linus.customer.call('PUT', `${request}/close`);
  expect(closed.body).toMatchObject({ status: 1000, closed_by: linus.id });
  const rated = await vera.customer.call('PATCH', `${request}/rating`, { rate: 5, rate_message: 'Kind' });
  expect(rated.body).toMatchObject({ rating: 5, rating_message: 'Kind' });
});

it('answers within 300 ms, at the median', async () => {
  const { at, projectId } = await newShop('example');
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const took: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const request = `${at}/requests/${newRequestId(projectId)}`;
    const began = performance.now();
    await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' });
    const answered = async () => expect(await lines(vera.customer, request)).toHaveLength(2);
    await eventually(answered, { everyMs: 10 });
    took.push(performance.now() - began);
  }
  expect(took.toSorted((one, other) => one - other)[4]).toBeLessThan(timeoutOf(300));
});

it('collects what a form asks for, for the visitor to read and for her lead', async () => {
  const { at, projectId, ada, bot } = await newShop('empty');
  const fields = [
    { name: 'userFullname', type: 'text', label: 'Your name?' },
    { name: 'order', type: 'text', label: 'Your order, {{userFullname}}?', regex: '^\\d+$', errorLabel: 'Digits only' },
  ];
  const intent = { intent_display_name: 'start', form: { name: 'order', fields }, answer: 'Thanks!\n\\close' };
  await ada.customer.call('POST', `${at}/faq`, { id_faq_kb: bot, ...intent });
  const vera = await newVisitor(mesh.url, projectId, '');
  const request = `${at}/requests/${newRequestId(projectId)}`;
  let answers = 0;
  const answerTo = async (text: string) => {
    await vera.customer.call('POST', `${request}/messages`, { text });
    answers += 1;
    return eventually(async () => {
      const said = (await lines(vera.customer, request)).filter(({ sender }) => sender === `bot_${bot}`);
      expect(said).toHaveLength(answers);
      return said.at(-1)?.text;
    });
  };
  expect(await answerTo('\\start')).toBe('Your name?');
  expect(await answerTo('Vera Brittain')).toBe('Your order, Vera Brittain?');
  expect(await answerTo('seven')).toBe('Digits only');
  expect(await answerTo('7')).toBe('Thanks!');

  const { body: parameters } = await vera.customer.call('GET', `${request}/chatbot/parameters`);
  expect(parameters).toEqual({ userFullname: 'Vera Brittain', order: '7' });
  const stranger = await newVisitor(mesh.url, projectId, 'Eve');
  expect((await stranger.customer.call('GET', `${request}/chatbot/parameters`)).status).toBe(404);
  await eventually(async () => {
    const { body } = await ada.customer.call('GET', request);
    expect(body).toMatchObject({ status: 1000, closed_by: `bot_${bot}` });
  });
});

it('says nothing after a human has joined, whatever it was about to say', async () => {
  const { at, projectId, linus, bot } = await newShop('example');
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  for (let round = 0; round < 10; round += 1) {
    const request = `${at}/requests/${newRequestId(projectId)}`;
    await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' });
    const joins = linus.customer.call('POST', `${request}/participants`, { member: linus.id });
    const more = ['Hello', 'Thanks', 'Hi'].map((text) => vera.customer.call('POST', `${request}/messages`, { text }));
    await Promise.all([joins, ...more]);
    await mesh.settled();
    const all = await lines(linus.customer, request);
    const joined = all.findIndex(({ attributes }) => attributes.messagelabel?.key === 'MEMBER_JOINED_GROUP');
    expect(joined).toBeGreaterThan(0);
    expect(all.slice(joined).filter(({ sender }) => sender === `bot_${bot}`)).toEqual([]);
  }
});
