import { type LeadRecordView, limits } from '@parley/sdk';

/** The texts of a contact that people write, in the order of forms. */
export const contactTexts = [
  'fullname',
  'email',
  'phone',
  'company',
  'streetAddress',
  'zipcode',
  'city',
  'region',
  'country',
  'note',
] as const;
export type ContactText = (typeof contactTexts)[number];

export function maxCharacters(name: ContactText | 'lead_id'): number | undefined {
  return limits.createLead[name].maxLength;
}

/** What a form shows of a contact. */
export function textsOf(lead: LeadRecordView): Record<ContactText, string> {
  return Object.fromEntries(contactTexts.map((name) => [name, lead[name] ?? ''])) as Record<ContactText, string>;
}

/** What a contact is called where one line has to do. */
export function nameOfContact({ fullname, email, lead_id }: Pick<LeadRecordView, 'fullname' | 'email' | 'lead_id'>) {
  return fullname || email || lead_id;
}
