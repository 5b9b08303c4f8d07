import { type Actor, type InboundType, type MailboxView, roleReaches } from '@parley/contracts';

import { checkedAddressKey } from './mail-address.ts';
import { type OutgoingSettings, outgoingView } from './outgoing.ts';

/** The members that a caller sets. */
interface MailboxFields {
  address: string;
  name: string;
  aliases: readonly string[];
  department: string | null;
  inbound: InboundType;
  enabled: boolean;
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
  const { outgoing = current.outgoing } = changes;
  const fields = { address, name, aliases, department, inbound, enabled, outgoing };
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

function touched(next: Mailbox, at: Date): Mailbox {
  return { ...next, updatedAt: at, version: next.version + 1 };
}

/** Every address that leads to the mailbox, in the form in which addresses are compared, each once. @throws address_invalid */
export function addressKeysOf({ address, aliases }: Pick<Mailbox, 'address' | 'aliases'>): string[] {
  const keys = aliases.map((alias, index) => checkedAddressKey(alias, `aliases[${index}]`));
  return [...new Set([checkedAddressKey(address, 'address'), ...keys])];
}

/** The view for this caller: agents see less than admins. */
export function viewOf(mailbox: Mailbox, { role }: Pick<Actor, 'role'>, publicUrl: string): MailboxView {
  const { id, projectId, address, name, department, enabled } = mailbox;
  const summary = { _id: id, id, id_project: projectId, address, name, ...(department && { department }), enabled };
  if (!roleReaches(role, 'admin')) return summary;
  return {
    ...summary,
    __v: mailbox.version,
    aliases: [...mailbox.aliases],
    inbound: {
      type: mailbox.inbound,
      ...(mailbox.inbound === 'webhook' && { url: `${publicUrl}/v3/mail/inbound/${id}`, secret_set: true }),
    },
    ...outgoingView(mailbox.outgoing),
    createdBy: mailbox.createdBy,
    createdAt: mailbox.createdAt.toISOString(),
    updatedAt: mailbox.updatedAt.toISOString(),
  };
}
