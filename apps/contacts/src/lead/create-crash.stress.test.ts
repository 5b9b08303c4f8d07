import { type EventEnvelope, leadCreated } from '@parley/contracts';
import { eventually, personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';
import { type Replica, startReplica } from '../../test/replica.ts';

let service: Contacts;
const replicas: Replica[] = [];
beforeAll(async () => {
  // Stays up while the others are killed; the stored leads are read through it.
  service = await startTestContacts();
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.kill();
});
afterAll(() => service.stop());

async function newReplica(): Promise<Replica> {
  const replica = await startReplica(service);
  replicas.push(replica);
  return replica;
}

const all = 60;

it.each([0, 3, 11, 29])(
  'killed after %i answers has stored a lead with its event or neither, and makes one of each when calls are repeated by their keys',
  async (answersBefore) => {
    const { projectId, linus } = personasOf();
    const unanswered = new Set(Array.from({ length: all }, (_, index) => `lead ${index}`));
    // Without `lead_id` only the idempotency key identifies a repeated call.
    const create = async (replica: Replica, fullname: string) => {
      const headers = { 'Idempotency-Key': `${projectId} ${fullname}` };
      const answer = await replica.as(linus).createLead({ fullname }, { headers });
      if (answer.status === 200) unanswered.delete(fullname);
    };
    const stored = async () => {
      const rows = await service.db.query<{ id: string }>('select id from lead where id_project = $1', [projectId]);
      return rows.map(({ id }) => id).toSorted();
    };
    const announced = async () =>
      (await service.outbox(leadCreated))
        .filter((event) => event.idproject === projectId)
        .map(leadIn)
        .toSorted();

    const first = await newReplica();
    let dying: Promise<void> | undefined;
    const calls = [...unanswered].map(async (fullname) => {
      await create(first, fullname);
      if (all - unanswered.size >= answersBefore) dying ??= first.kill();
    });
    if (answersBefore === 0) {
      await eventually(async () => expect(await stored()).not.toEqual([]), { everyMs: 1 });
      dying ??= first.kill();
    }
    await Promise.allSettled(calls);
    await dying;

    expect(unanswered.size).toBeGreaterThan(0);
    expect(await announced()).toEqual(await stored());

    // A minute later a call that a dead process had started may be taken over.
    await service.db.query(
      `update idempotency set claimed_at = claimed_at - interval '1 minute' where state = 'claimed'`,
    );
    const second = await newReplica();
    for (const fullname of [...unanswered])
      await eventually(() => create(second, fullname).then(() => !unanswered.has(fullname)));

    expect(await stored()).toHaveLength(all);
    expect(await announced()).toEqual(await stored());
  },
);

function leadIn({ data }: EventEnvelope<{ lead: { _id: string } }>): string {
  return data.lead._id;
}
