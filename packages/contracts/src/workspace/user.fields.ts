import { z } from 'zod';

import { isStorable, jsonObject, maybe, text } from '../fields.ts';

/** An e-mail address with a dot in its domain, at most 254 characters. Parsed: lower case, without blanks around it. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .pipe(z.email('Must be an email address'));

/** A first or last name. Parsed: without blanks around it. */
export const PersonName = text(64).trim().min(1, 'Must not be empty');

/** The same where it may be left out or empty. */
export const OptionalPersonName = text(64).trim();

/** E.164: `+` and up to 15 digits. */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/, 'Must be a phone number like +393331234567');

/** A new password: 8 to 256 characters, compared as the UTF-8 bytes sent, so nothing is trimmed or normalised. */
export const NewPassword = text(256).refine((value) => [...value].length >= 8, 'At least 8 characters');

/** A password to compare. */
export const GivenPassword = text(256, 1);

/** `attributes` of people: at most 16 kB. */
export const PersonAttributes = jsonObject(16_384, 20);

/** The body of an update of the signed-in user; absent or null: unchanged. */
export const UserUpdate = z.object({
  firstname: maybe(PersonName),
  lastname: maybe(PersonName),
  description: maybe(text(2000)),
  public_email: maybe(text(254)),
  public_website: maybe(
    text(300).refine((value) => value === '' || isWebAddress(value), 'Must be an http or https address'),
  ),
  phone: maybe(PhoneNumber),
  attributes: maybe(PersonAttributes),
});

function isWebAddress(value: string): boolean {
  return isStorable(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
