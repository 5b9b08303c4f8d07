import { channelErrors, type mailSetupApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkedAddressKey } from '../mailbox/checked-address.ts';
import { leadIdOf } from '../thread/lead-id.ts';
import { refusalOf } from './queue-answer.ts';

type StartMailConversation = Operation<typeof mailSetupApi.startMailConversation, Context>;

/** Opens a request of a customer with a message of the caller; its event sends the mail. */
export const startMailConversation: StartMailConversation = async (context, _actor, input) => {
  const { id_project: projectId, mailbox_id, to, cc = [], subject, text, departmentid } = input;
  const mailbox = await context.mailboxes.get(projectId, mailbox_id);
  const requester = checkedAddressKey(to, 'to');
  const copies = cc.map((address, index) => checkedAddressKey(address, `cc[${index}]`));
  if (refusalOf(mailbox)) throw channelErrors.mailbox_sends_nothing();

  const lead = { leadId: leadIdOf(requester), fullname: requester, email: requester };
  await context.contacts.ensureLead(projectId, lead);
  const requestId = `support-group-${projectId}-${newId()}${newId().slice(-8)}`;
  const thread = { requestId, requester, parties: [requester, ...copies], cc: copies };
  // Before the message, whose event needs it: committed by itself, since a call with an Idempotency-Key is one transaction.
  await context.db.outside(() => context.threads.join(projectId, mailbox.id, thread, context.clock.now()));
  const department = departmentid ?? mailbox.department;
  const message = {
    ...{ text, subject, requester: lead.leadId, channel: { name: 'email' } },
    ...(department && { departmentid: department }),
    attributes: { mail: { to: [{ address: requester }], cc: copies.map((address) => ({ address })), subject } },
  };
  try {
    return { request_id: requestId, message: await context.conversations.open(projectId, requestId, message) };
  } catch (error) {
    await context.db.outside(() => context.threads.remove(projectId, requestId));
    throw error;
  }
};
