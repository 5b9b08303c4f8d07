import { z } from 'zod';

import { AnyId, Attributes, maybe, oneOf, spokenText, text } from '../fields.ts';
import { priorities } from './status.ts';

/** Ids of new requests. `REQUEST_ID_STRICT=false` accepts what `looseRequestIdPattern` does. Source: contract 20 section 1. */
export const requestIdPattern = /^support-group-[A-Za-z0-9._:@+-]{1,200}$/;
export const looseRequestIdPattern = /^[A-Za-z0-9._:@+-]{1,214}$/;

/** `#43B1F2`: the colour of a tag that was sent without one. */
export const defaultTagColor = '#43B1F2';

const TagName = spokenText(100);

/** A tag as clients send it: its name alone, or with a colour. Parsed: always `{ tag, color }`. */
export const RequestTagInput = z
  .union([TagName, z.object({ tag: TagName, color: maybe(text(50)), attributes: maybe(Attributes) })])
  .transform((sent) =>
    typeof sent === 'string'
      ? { tag: sent, color: defaultTagColor }
      : { ...sent, color: sent.color ? sent.color : defaultTagColor },
  );
export type RequestTagInput = z.output<typeof RequestTagInput>;

export const ChannelInput = z.object({
  name: z.string().regex(/^[a-z0-9_-]{1,50}$/, 'Must be 1 to 50 of a-z, 0-9, _ and -'),
});

export const LocationInput = z.object({
  country: maybe(text(255)),
  countryCode: maybe(z.string().regex(/^[A-Z]{2}$/, 'Must be two capital letters')),
  region: maybe(text(255)),
  city: maybe(text(255)),
  streetAddress: maybe(text(500)),
  zipcode: maybe(text(32)),
  ipAddress: maybe(z.union([z.ipv4(), z.ipv6()])),
  geometry: maybe(z.object({ type: oneOf(['Point']), coordinates: z.array(z.number()).length(2) })),
});
export type LocationInput = z.output<typeof LocationInput>;

export const PriorityInput = oneOf(priorities);
const Email = text(254, 3).refine((email) => /^[^\s@]+@[^\s@]+$/.test(email), 'Must be an email address');

/** Members of a body that only matter when it creates a request; rights and limits of contract 20 section 3.1. */
export const newRequestFields = {
  departmentid: maybe(text(255)),
  subject: maybe(text(500)),
  language: maybe(text(100)),
  sourcePage: maybe(text(2048)),
  userAgent: maybe(text(1024)),
  location: maybe(LocationInput),
  participants: maybe(z.array(AnyId).max(50)),
  followers: maybe(z.array(AnyId).max(50)),
  priority: maybe(PriorityInput),
  tags: maybe(z.array(RequestTagInput).max(50)),
  email: maybe(Email),
};

/** Who is spoken for; contract 21 section 2.2. */
export const senderFields = {
  sender: maybe(AnyId),
  senderFullname: maybe(text(200)),
};
