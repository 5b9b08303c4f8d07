import { type Actor, AppError, roleReaches } from '@parley/contracts';

import type { Context } from '../context.ts';
import { type Sender, type SenderInput, unnamed } from '../directory/senders.ts';
import { isBot } from '../request-state/request.ts';

/** 1 to 128 printable characters, not all of them blank. */
const keptSender = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u;

/**
 * The sender of an imported message. Mass imports name people of the old system: for admins, a sender that is no principal and no
 * lead of the project is kept as sent. Source: contract 21 section 3.
 */
export async function importedSenderOf(context: Context, actor: Actor, named: SenderInput): Promise<Sender> {
  try {
    return await context.senders.of(actor, named);
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'unknown_sender';
    if (isUnknown && roleReaches(actor.role, 'admin') && (await mayKeep(context, named))) return unknownSender(named);
    throw error;
  }
}

async function mayKeep({ directory }: Context, { id_project, sender = '' }: SenderInput): Promise<boolean> {
  if (!keptSender.test(sender) || sender === 'system' || isBot(sender)) return false;
  return !(await directory.knows(id_project, sender));
}

/** Neither team nor bot, so that their messages do not end a waiting time. */
function unknownSender({ sender = '', senderFullname }: SenderInput): Sender {
  return { id: sender, kind: 'visitor', fullname: senderFullname?.trim() ? senderFullname : unnamed, teammateId: null };
}
