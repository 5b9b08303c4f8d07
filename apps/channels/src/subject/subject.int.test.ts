import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { collect, personasOf } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const tables = [
  'mailbox',
  'mailbox_address',
  'inbound_mail',
  'raw_mail',
  'thread',
  'ended_project',
  'outgoing_mail',
  'outgoing_message',
  'mail_suppression',
];

it('exports, counts and erases the mails of one person, with their bytes and threads, and those of no other', async () => {
  const { addresses, env } = harness.service;
  const actorKey = new Uint8Array(Buffer.from(env.ACTOR_KEY ?? '', 'base64url'));
  const contacts = client(SubjectServiceService, {
    address: addresses.grpc,
    from: 'contacts',
    to: 'channels',
    actorKey,
  });
  const { people, deliver, ledger, address } = await harness.mailbox();
  await deliver(mailOf({ from: 'sappho@lesbos.example', to: address, text: 'My lyre', subject: 'Lyre' }));
  await deliver(mailOf({ from: 'alcaeus@lesbos.example', to: address, text: 'My shield', subject: 'Shield' }));

  const leadId = 'email:sappho@lesbos.example';
  const subject = { idProject: people.projectId, lead: newId(), leadId, requests: [] };
  const exported = (await collect(contacts.export({ subject }))).map(({ recordJson }) => JSON.parse(recordJson));
  expect(exported).toMatchObject([{ from: 'sappho@lesbos.example', subject: 'Lyre' }]);
  expect((await contacts.count({ subject })).remaining).toEqual({ mails: 1, outgoing: 0, threads: 1 });
  expect((await contacts.erase({ subject })).erased).toEqual({ mails: 1, outgoing: 0, threads: 1 });
  expect((await contacts.erase({ subject })).erased).toEqual({ mails: 0, outgoing: 0, threads: 0 });
  expect((await contacts.count({ subject })).remaining).toEqual({ mails: 0, outgoing: 0, threads: 0 });
  contacts.close();

  expect((await ledger()).map(({ subject: of }) => of)).toEqual(['Shield']);
  for (const table of tables) {
    const rows = await harness.service.db.query<{ row: string }>(`select t::text as row from ${table} t`);
    expect(rows.filter(({ row }) => row.includes('sappho'))).toEqual([]);
  }
  const raw = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail');
  expect(raw.filter(({ bytes }) => bytes.includes('sappho'))).toEqual([]);
});

it('drops the mails of a deleted request, with their bytes and thread, and those of no other', async () => {
  const { people, deliver, ledger, address } = await harness.mailbox();
  await deliver(mailOf({ from: 'sappho@lesbos.example', to: address, text: 'My lyre', subject: 'Lyre' }));
  await deliver(mailOf({ from: 'alcaeus@lesbos.example', to: address, text: 'My shield', subject: 'Shield' }));
  const [gone, kept] = ['Lyre', 'Shield'].map(async (subject) =>
    (await ledger()).find((mail) => mail.subject === subject),
  );
  const requestId = (await gone)?.request_id ?? '';
  const { db, context } = harness.service;
  const text = 'select id_request as id from inbound_mail where id_project = $1 and request_id = $2';
  const [row] = await db.query<{ id: string }>(text, [people.projectId, requestId]);
  await context.subjects.eraseRequest(people.projectId, { _id: row?.id ?? '', request_id: requestId });

  expect((await ledger()).map((mail) => mail._id)).toEqual([(await kept)?._id]);
  for (const table of ['inbound_mail', 'raw_mail', 'thread']) {
    expect([table, await db.query(`select from ${table} where id_project = $1`, [people.projectId])]).toEqual([
      table,
      [{}],
    ]);
  }
});

it('takes no mail for a project that has ended, gives up its addresses, and erases all of it later', async () => {
  const { people, deliver, post, address } = await harness.mailbox();
  await deliver(mailOf({ from: 'vera@customer.example', to: address, text: 'x' }));
  await harness.service.context.projects.end(people.projectId, harness.now());
  expect((await post(mailOf({ from: 'vera@customer.example', to: address, text: 'y' }))).status).toBe(401);
  const body = { address, name: 'Theirs', inbound: { type: 'smtp' } };
  expect((await harness.service.as(personasOf().ada).createMailbox(body)).status).toBe(200);

  harness.advance(31 * 86_400_000);
  await harness.service.runJob('erase-projects');
  for (const table of tables) {
    const rows = await harness.service.db.query(`select from ${table} where id_project = $1`, [people.projectId]);
    expect([table, rows]).toEqual([table, []]);
  }
});
