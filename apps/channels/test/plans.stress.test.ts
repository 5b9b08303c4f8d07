import type { Database } from '@parley/service-kit/database';
import { personasOf, plansOf, rowsMet, tableScansOf } from '@parley/testkit';

import { InboundRepository } from '../src/inbound/inbound.repository.ts';
import { OutgoingRepository } from '../src/outbound/outgoing.repository.ts';
import { ThreadRepository } from '../src/thread/thread.repository.ts';
import { ChannelsHarness } from './channels-harness.ts';

/** Mails of each project, each way, over 80 days; one sender in ten is a machine that writes very often. */
const mails = 20_000;
const waiting = 2_000;
const mailboxes = 10;
const { projectId } = personasOf();
const now = new Date();
const harness = new ChannelsHarness();

beforeAll(async () => {
  await harness.start();
  // Nothing of it is to be sent.
  await harness.service.context.sender.stop();
  const projects = [projectId, ...Array.from({ length: 2 }, () => personasOf().projectId)];
  const id = `lpad(to_hex(n), 24, '0')`;
  const at = `$2::timestamptz - n * interval '80 days' / ${mails}`;
  const each = `from generate_series(1, ${mails}) n cross join unnest($1::text[]) p`;
  const state = `case when n <= ${waiting} then 'waiting' else 'sent' end`;
  const texts = [
    `insert into inbound_mail (id_project, id, id_mailbox, known_by, via, message_id, size, sha256, state, from_address, request_id,
       id_request, created_at)
     select p, ${id}, 'box' || n % ${mailboxes}, 'k' || n, 'smtp', 'in-' || n, 1, 'x', 'routed',
       case when n % 10 = 0 then 'machine@shop.example' else 'c' || n || '@customer.example' end, 'r' || n / 4, 'q' || n / 4, ${at} ${each}`,
    `insert into outgoing_mail (id_project, id, id_mailbox, request_id, id_request, kind, author, recipient, cc, message_id, state,
       due_at, created_at, give_up_at)
     select p, ${id}, 'box' || n % ${mailboxes}, 'r' || n / 4, 'q' || n / 4, 'answer', 'a', 'x', '{}', 'out-' || n, ${state},
       $2::timestamptz + n * interval '1 s', ${at}, $2 ${each}`,
    `insert into thread (id_project, request_id, id_mailbox, requester, parties, short_id, cc, created_at, merged_into, id_request)
     select p, 'r' || n, 'box1', 'x', '{}', 's' || n, '{}', $2, case when n % 100 = 0 then 'r' || n + 1 end, 'q' || n ${each}`,
  ];
  for (const text of texts) await harness.service.db.query(text, [projects, now]);
  await harness.service.db.query('vacuum analyze');
}, 240_000);
afterAll(() => harness.stop());

/** What mail costs the database, with the number of rows to read at most. */
const questions: [name: string, most: number, ask: (db: Database) => Promise<unknown>][] = [
  ['mails that one answers', 8, (db) => new InboundRepository(db).findKnown(projectId, ['in-7', 'in-70', 'in-700'])],
  ['our mails that one answers', 3, (db) => new OutgoingRepository(db).requestsOf(projectId, ['out-7', 'out-70'])],
  [
    'how many a machine has sent in ten minutes',
    4,
    (db) =>
      new InboundRepository(db).countFrom(projectId, 'box0', 'machine@shop.example', new Date(now.getTime() - 600_000)),
  ],
  ['the mails that an answer names', 10, (db) => new InboundRepository(db).messageIdsOf(projectId, ['q1000', 'q1001'])],
  ['those that have left', 10, (db) => new OutgoingRepository(db).messageIdsOf(projectId, ['r1000', 'r1001'])],
  ['requests that were merged', 3, (db) => new ThreadRepository(db).mergedInto(projectId, 'r1001')],
  ['the thread of a token', 1, (db) => new ThreadRepository(db).findByShortId(projectId, ['s1000'])],
  ['when the next mail is due', 1, (db) => new OutgoingRepository(db).dueAt()],
];

it.each(questions)('reads no more rows than needed, however many mails there are: %s', async (_name, most, ask) => {
  const plans = await plansOf<Database>(harness.service.db, ask);
  const scans = tableScansOf(plans).map((node) => `${node['Node Type']} ${node['Relation Name']}`);
  expect(scans.length).toBeGreaterThan(0);
  expect(scans).not.toContainEqual(expect.stringMatching(/^Seq Scan/));
  expect(rowsMet(plans)).toBeLessThanOrEqual(most);
});
