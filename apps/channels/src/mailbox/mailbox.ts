import type { InboundType, MailboxInEvent } from '@parley/contracts';

import { checkedAddressKey } from './checked-address.ts';
import type { OutgoingSettings } from './outgoing.ts';

/** The members that a caller sets. */
interface MailboxFields {
  address: string;
  name: string;
  aliases: readonly string[];
  department: string | null;
  inbound: InboundType;
  enabled: boolean;
  /** What becomes of a mail whose sender's domain asks to refuse it. */
  onDmarcFail: 'reject' | 'mark';
  /** From which on a mail is spam; null: only what a filter has flagged. */
  spamScore: number | null;
  outgoing: OutgoingSettings | null;
}

/** An address of a project at which mail arrives. */
export interface Mailbox extends MailboxFields {
  projectId: string;
  id: string;
  /** Of its webhook, sealed. */
  secret: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type MailboxChanges = { [Name in keyof MailboxFields]?: MailboxFields[Name] | undefined };

/** Changes the given members and keeps the others. */
export function change(current: Mailbox, changes: MailboxChanges, at: Date): Mailbox {
  const { address = current.address, name = current.name, aliases = current.aliases } = changes;
  const { department = current.department, inbound = current.inbound, enabled = current.enabled } = changes;
  const { onDmarcFail = current.onDmarcFail, spamScore = current.spamScore, outgoing = current.outgoing } = changes;
  const fields = { address, name, aliases, department, inbound, enabled, outgoing, onDmarcFail, spamScore };
  const same = (Object.keys(fields) as (keyof MailboxFields)[]).every(
    (field) => JSON.stringify(fields[field]) === JSON.stringify(current[field]),
  );
  return same ? current : touched({ ...current, ...fields }, at);
}

export function withSecret(current: Mailbox, secret: string, at: Date): Mailbox {
  return touched({ ...current, secret }, at);
}

export function withOutgoing(current: Mailbox, outgoing: OutgoingSettings, at: Date): Mailbox {
  return touched({ ...current, outgoing: { ...current.outgoing, ...outgoing } }, at);
}

const watched = [
  ...['address', 'name', 'aliases', 'department', 'inbound', 'enabled', 'onDmarcFail', 'spamScore', 'secret'],
  'outgoing',
] as (keyof Mailbox)[];

/** Names of the members that differ. */
export function changesOf(before: Mailbox, after: Mailbox): string[] {
  return watched.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** Something that belongs to it has changed. */
export function touched(next: Mailbox, at: Date): Mailbox {
  return { ...next, updatedAt: at, version: next.version + 1 };
}

/** Every address that leads to the mailbox, in the form in which addresses are compared, each once. @throws address_invalid */
export function addressKeysOf({ address, aliases }: Pick<Mailbox, 'address' | 'aliases'>): string[] {
  const keys = aliases.map((alias, index) => checkedAddressKey(alias, `aliases[${index}]`));
  return [...new Set([checkedAddressKey(address, 'address'), ...keys])];
}

/** What events say of it. */
export function eventViewOf(mailbox: Mailbox): MailboxInEvent {
  const { id, projectId, address, name, department, inbound, enabled } = mailbox;
  const named = { _id: id, id, id_project: projectId, address, name, ...(department && { department }) };
  return { ...named, inbound, enabled };
}
