import type { EventEnvelope, mailboxFailing, mailboxRecovered } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import type { Mail } from './mail.ts';

type Failing = EventEnvelope<z.output<(typeof mailboxFailing)['schema']>>;
type Recovered = EventEnvelope<z.output<(typeof mailboxRecovered)['schema']>>;

/** Mails the admins of a project that a mailbox receives nothing any more, or sends nothing, once per failure. Source: contract 26 section 1. */
export function tellOfFailing(context: Context, event: Failing): Promise<void> {
  const { error, mailbox, direction } = event.data;
  return tell(context, event, (person) => ({
    template: direction === 'out' ? 'mailbox_not_sending' : 'mailbox_failing',
    data: { ...person, mailbox: mailbox.address, fault: error.code },
  }));
}

export function tellOfRecovered(context: Context, event: Recovered): Promise<void> {
  const { mailbox, direction } = event.data;
  return tell(context, event, (person) => ({
    template: direction === 'out' ? 'mailbox_sends_again' : 'mailbox_recovered',
    data: { ...person, mailbox: mailbox.address },
  }));
}

async function tell(
  { projects, membershipQueries, mails }: Context,
  { idproject }: EventEnvelope,
  mailFor: (person: { project: string; id_project: string; firstname: string }) => Mail,
): Promise<void> {
  const project = await projects.find(idproject);
  if (!project) return;
  for (const { email, firstname } of await membershipQueries.listAdmins(idproject))
    await mails.send({ to: email, ...mailFor({ project: project.name, id_project: idproject, firstname }) });
}
