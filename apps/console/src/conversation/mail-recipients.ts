import type { MailOfMessage } from './mail-of-message.ts';

/** Who else a mail went to: neither its requester nor an address of the project, with or without a token after the plus. */
export function othersOf(
  { from, to, cc }: Pick<MailOfMessage, 'from' | 'to' | 'cc'>,
  known: { to: string; own: readonly string[] },
): string[] {
  const own = new Set([known.to, ...known.own].map((address) => address.toLowerCase()));
  const others = [from, ...to, ...cc].map((address) => address.toLowerCase());
  return [...new Set(others)].filter(
    (address) => address !== '' && !own.has(address.replace(/\+[^@]*@/, '@')) && !own.has(address),
  );
}
