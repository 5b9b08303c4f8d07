import { Resolver } from 'node:dns/promises';

import type { DkimKey } from './outgoing.ts';

/** Looks records up; none for a name that has none or does not answer in time. */
export interface MailDns {
  txt(name: string): Promise<string[]>;
  mx(name: string): Promise<string[]>;
}

const timeoutMs = 3_000;

export function mailDns(): MailDns {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return {
    txt: async (name) => (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
    mx: async (name) => (await resolver.resolveMx(name).catch(() => [])).map(({ exchange }) => exchange),
  };
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The record with which receivers find the key of a mailbox. */
export function dkimRecordOf(address: string, { selector, publicKey }: Pick<DkimKey, 'selector' | 'publicKey'>) {
  const value = `v=DKIM1; k=rsa; p=${publicKey}`;
  return { name: `${selector}._domainkey.${domainOf(address)}`, type: 'TXT' as const, value };
}
