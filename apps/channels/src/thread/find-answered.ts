import type { Context } from '../context.ts';
import type { KnownMail } from '../inbound/inbound.repository.ts';
import type { InboundMail } from '../inbound/inbound-mail.ts';
import { isTokenOf, tokensIn } from './reply-token.ts';
import type { Thread } from './thread.ts';

/**
 * The request that a mail answers: by the reply token among its recipients, whatever its headers say; else by the first mail, of ours or
 * of others, that they name and that has a request. `waiting` while an earlier one is still to be worked on. Source: contract 26 section 3.
 */
export async function findAnswered(
  context: Context,
  mail: InboundMail,
  { recipients, answers }: { recipients: readonly string[]; answers: readonly string[] },
): Promise<Thread | 'waiting' | undefined> {
  return (await findByToken(context, mail, recipients)) ?? findByHeaders(context, mail, answers);
}

async function findByToken(
  { threads, secrets }: Context,
  { projectId, envelopeTo }: InboundMail,
  recipients: readonly string[],
): Promise<Thread | undefined> {
  const tokens = tokensIn([...envelopeTo, ...recipients]);
  if (tokens.length === 0) return undefined;
  const named = await threads.findByShortId(
    projectId,
    tokens.map(({ shortId }) => shortId),
  );
  const isNamed = (token: (typeof tokens)[number]) =>
    named.find(({ mailboxId, requestId }) => isTokenOf(secrets, token, { projectId, mailboxId, requestId }));
  return tokens.map(isNamed).find((thread) => thread !== undefined);
}

async function findByHeaders(
  { inbound, outgoing, threads }: Context,
  mail: InboundMail,
  answers: readonly string[],
): Promise<Thread | 'waiting' | undefined> {
  if (answers.length === 0) return undefined;
  const { projectId } = mail;
  const [known, ours] = await Promise.all([
    inbound.findKnown(projectId, answers),
    outgoing.requestsOf(projectId, answers),
  ]);
  if (known.some((one) => isWorkedOn(one, mail))) return 'waiting';
  const all = [...ours, ...known];
  for (const messageId of answers) {
    const requestId = all.find((one) => one.messageId === messageId && one.requestId !== null)?.requestId;
    if (requestId) return threads.find(projectId, requestId);
  }
  return undefined;
}

/** Only those that came before: two mails that name each other must not wait for each other. */
function isWorkedOn({ id, state, createdAt }: KnownMail, mail: InboundMail): boolean {
  const isBefore = createdAt < mail.createdAt || (createdAt.getTime() === mail.createdAt.getTime() && id < mail.id);
  return state === 'stored' && isBefore;
}
