const prefix = 'email:';

/** `lead_id` of a person who is known by an address alone. */
export function leadIdOf(address: string): string {
  return `${prefix}${address}`;
}

/** The address of such a person; empty for people who are known otherwise. */
export function addressOfLead(leadId: string): string {
  return leadId.startsWith(prefix) ? leadId.slice(prefix.length) : '';
}
