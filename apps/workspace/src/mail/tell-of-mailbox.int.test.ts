import { type DomainEvent, mailboxFailing, mailboxRecovered, serverFaults } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';

import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people?.stop());

it.each([
  ['in', 'help@shop.example isn’t receiving email', 'help@shop.example is receiving email again'],
  ['out', 'help@shop.example isn’t sending email', 'help@shop.example is sending email again'],
] as const)(
  'mails admins and owners, and no one else, once when a mailbox fails, with its reason, and once when it works again: %s',
  async (direction, failing, recovered) => {
    const [ada, grace, linus, eve] = [
      await people.signUp(`Ada-${direction}`),
      await people.signUp(`Grace-${direction}`),
      await people.signUp(`Linus-${direction}`),
      await people.signUp(`Eve-${direction}`),
    ];
    // Only people with a confirmed address join at once.
    await people.db.query('update users set email_verified = true');
    const { projectId, owner } = await people.project(ada);
    await people.project(eve);
    await people.as(owner).inviteTeammate({ email: grace.email, role: 'admin' });
    await people.as(owner).inviteTeammate({ email: linus.email, role: 'agent' });
    const id = newId();
    const mailbox = {
      ...{ _id: id, id, id_project: projectId, address: 'help@shop.example', name: 'Shop', enabled: true },
      inbound: 'imap' as const,
    };
    const announce = async (event: DomainEvent, version: number) => {
      const aggregate = { noun: 'mailbox' as const, id, version };
      await people.db.transaction(() => appendToOutbox(people.db, [{ event, aggregate, projectId, actor: 'system' }]));
      await people.settled();
    };
    const mailed = async ({ email }: { email: string }) =>
      (await people.mailsTo(email)).filter(({ text }) => text.includes('shop.'));
    const error = { code: 'auth_failed', text: serverFaults.auth_failed } as const;

    await announce(mailboxFailing({ mailbox, direction, error }), 1);
    for (const person of [ada, grace]) {
      const [mail, ...more] = await mailed(person);
      expect(more).toEqual([]);
      expect(mail?.subject.replaceAll('\u2060', '')).toBe(failing);
      expect(mail?.text).toContain('The server refused the sign-in.');
      expect(mail?.text).toContain(`/project/${projectId}/home`);
    }
    await announce(mailboxRecovered({ mailbox, direction }), 2);
    for (const person of [ada, grace])
      expect((await mailed(person)).map(({ subject }) => subject.replaceAll('\u2060', '')).sort()).toEqual(
        [recovered, failing].sort(),
      );
    expect([await mailed(linus), await mailed(eve)]).toEqual([[], []]);

    // The event of a mailbox of a project that has ended since.
    await people.as(owner).deleteProject({ project_id: projectId });
    await announce(mailboxFailing({ mailbox, direction, error }), 3);
    expect(await mailed(ada)).toHaveLength(2);
  },
);
