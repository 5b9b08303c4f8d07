import { eventually, watchQueries } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { facts, message } from '../../test/states.ts';
import { receive } from '../request/receive.ts';
import { RequestLoader } from './request.loader.ts';
import { appendMessages, lockHead } from './request.statements.ts';
import { RequestWriter } from './request.writer.ts';

let harness: SharedConversations;
let service: ConversationsService;
let writer: RequestWriter;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  writer = new RequestWriter(service.db, { toEngine: false, wholeRequests: false });
});

/** A request with one message, and a way to append another one that was decided on what is stored now. */
async function opened() {
  const { project, request_id, vera } = await harness.openedRequest();
  const { projectId } = project;
  const known = await new RequestLoader(service.db, service.context.automationConfigs).load(
    'system',
    projectId,
    request_id,
  );
  const append = (text = 'a note') => {
    const note = message({ side: 'bot', sender: 'bot_b1', audience: 'team', text });
    return writer.message('system', known, receive(known, [{ message: note }], facts()), known.now, known.stamp);
  };
  const texts = async () => {
    const { body } = await service.as(project.personas.ada).listMessages({ request_id });
    return body.map(({ text }) => text);
  };
  const send = (text: string) => service.as(vera).sendMessage({ request_id, text });
  return { known, append, texts, send };
}

type Attempts = Awaited<ReturnType<RequestWriter['message']>>[];
const areStored = (attempts: Attempts) => attempts.map(({ stored }) => stored !== undefined);

it('stores messages that come together by one statement', async () => {
  const requests = [await opened(), await opened(), await opened()];
  let statements = 0;
  const end = watchQueries(({ text }) => {
    if (text === appendMessages.text) statements += 1;
  });

  const attempts = await Promise.all(requests.map(({ append }) => append()));
  end();

  expect({ statements, areStored: areStored(attempts) }).toEqual({ statements: 1, areStored: [true, true, true] });
  for (const { texts } of requests) expect(await texts()).toEqual(['Hello', 'a note']);
});

it('stores one of two messages that were decided on the same head', async () => {
  const { append, texts } = await opened();

  const attempts = await Promise.all([append('one'), append('two')]);

  expect(areStored(attempts)).toEqual([true, false]);
  expect(await texts()).toEqual(['Hello', 'one']);
});

it('does not wait for a request that another writer has locked', async () => {
  const [locked, free] = [await opened(), await opened()];
  const { projectId, requestId } = locked.known;

  const attempts = await service.db.transaction(async () => {
    await service.db.query(lockHead, [projectId, requestId]);
    return service.db.outside(() => Promise.all([locked.append(), free.append()]));
  });

  expect(areStored(attempts)).toEqual([false, true]);
});

it('lets a message wait for the other writer of its request', async () => {
  const { known, send, texts } = await opened();
  await send('remembered');

  const sending = await service.db.transaction(async () => {
    await service.db.query(lockHead, [known.projectId, known.requestId]);
    const sent = send('after it');
    await service.db.outside(() => eventually(async () => expect(await service.db.query(waiting)).toHaveLength(1)));
    return [sent];
  });

  expect((await sending[0])?.status).toBe(200);
  expect(await texts()).toEqual(['Hello', 'remembered', 'after it']);
});

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

it('fails no message for the data of another one', async () => {
  const [bad, good] = [await opened(), await opened()];
  for (const { send } of [bad, good]) await send('remembered');
  const append = ({ known: { projectId, requestId } }: typeof good, text: string) =>
    service.context.requests.update('system', projectId, requestId, (current) =>
      receive(current, [{ message: message({ side: 'bot', sender: 'bot_b1', audience: 'team', text }) }], facts()),
    );

  const [refused, stored] = await Promise.allSettled([
    append(bad, 'no text of PostgreSQL: \0'),
    append(good, 'a note'),
  ]);

  expect([refused.status, stored.status]).toEqual(['rejected', 'fulfilled']);
  expect(await bad.texts()).toEqual(['Hello', 'remembered']);
  expect(await good.texts()).toEqual(['Hello', 'remembered', 'a note']);
});
