import { z } from 'zod';

import { isStorable, jsonObject, text } from '../fields.ts';

/** A text that `null` and `""` clear. Parsed: absent is unchanged, `null` is no value. Source: contract 30 section 1. */
export function clearable(max: number) {
  return text(max)
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .optional();
}

const mailShape = /^[^\s@]+@[^\s@]+$/;

/** True for what may stand as the address of a lead: `x@y` without spaces, at most 254 characters. */
export function isMailAddress(value: string): boolean {
  return value.length <= 254 && mailShape.test(value) && isStorable(value);
}

const Email = text(254)
  .nullable()
  .refine((value) => value === null || value === '' || mailShape.test(value), 'Must be an email address')
  .transform((value) => (value === '' ? null : value))
  .optional();

/** The caller's own id of the person. */
export const LeadId = text(255, 1).refine((value) => !/\p{Cc}/u.test(value), 'Must not contain control characters');

/** `attributes` and `properties` of a lead: 64 kB, depth 10. */
export const LeadObject = jsonObject(65_536, 10);

export const LeadTag = text(100, 1);

/** Tags as sent; parsed, each stands once. */
export const LeadTags = z
  .array(LeadTag)
  .max(100, 'At most 100 tags')
  .transform((tags) => [...new Set(tags)]);

/** What callers may write of a lead, absent meaning unchanged. */
export const leadFields = {
  fullname: clearable(255),
  email: Email,
  phone: clearable(64),
  company: clearable(255),
  city: clearable(255),
  region: clearable(255),
  country: clearable(255),
  streetAddress: clearable(500),
  zipcode: clearable(32),
  note: clearable(10_000),
  attributes: LeadObject.optional(),
  properties: LeadObject.optional(),
  tags: LeadTags.optional(),
};

/** The text fields of a lead, by their names on the wire. */
export const leadTexts = [
  'fullname',
  'email',
  'phone',
  'company',
  'note',
  'streetAddress',
  'city',
  'region',
  'zipcode',
  'country',
] as const;
export type LeadText = (typeof leadTexts)[number];
