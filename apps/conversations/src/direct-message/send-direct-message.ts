import { type directMessageApi, validationFailed } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { prepareMessage } from '../message/prepare-message.ts';
import { defaultChannel } from '../request-state/request.ts';
import { viewDirectMessage } from './direct-message.ts';

type SendDirectMessage = Operation<typeof directMessageApi.sendDirectMessage, Context>;

/** Sends a direct message. Labels and commands are not interpreted. */
export const sendDirectMessage: SendDirectMessage = async (context, actor, input) => {
  const { id_project, recipient, recipientFullname, language, channel } = input;
  const [author, member] = await Promise.all([
    context.senders.of(actor, input),
    context.members.find(id_project, recipient),
  ]);
  if (!member) throw validationFailed([{ param: 'recipient', location: 'body', msg: 'Is no member of this project' }]);

  const { content } = prepareMessage(actor, { ...author, kind: 'visitor' }, input);
  const stored = await context.directMessages.add(actor, {
    ...content,
    projectId: id_project,
    id: newId(),
    createdBy: principalOf(actor),
    sender: author.id,
    senderFullname: author.fullname,
    recipient: member.id,
    recipientFullname,
    language: language ?? null,
    channel: channel?.name ?? defaultChannel,
  });
  return viewDirectMessage(stored);
};
