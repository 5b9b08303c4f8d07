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

/** What was typed over the stored texts; a text that is as stored is not in it. */
export type ContactEdits = Partial<Record<ContactText, string>>;

export function maxCharacters(name: ContactText | 'lead_id'): number | undefined {
  return limits.createLead[name].maxLength;
}

/** The edits after a text was typed. */
export function withEdit(edits: ContactEdits, stored: LeadRecordView, name: ContactText, value: string): ContactEdits {
  const { [name]: _, ...others } = edits;
  return value === (stored[name] ?? '') ? others : { ...others, [name]: value };
}

/** Edits that still differ from a newer version of the contact. */
export function editsAgainst(edits: ContactEdits, stored: LeadRecordView): ContactEdits {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== (stored[name as ContactText] ?? '')),
  );
}

/** Texts in which two versions of a contact differ. */
export function changedTexts(before: LeadRecordView, after: LeadRecordView): ContactText[] {
  return contactTexts.filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
}

/** What a contact is called where one line has to do. */
export function nameOfContact({ fullname, email, lead_id }: Pick<LeadRecordView, 'fullname' | 'email' | 'lead_id'>) {
  return fullname || email || lead_id;
}
