import { z } from 'zod';

import { jsonObject, maybe, text } from '../fields.ts';

/** `attributes` and `settings` of people: at most 16 kB. */
export const SmallObject = jsonObject(16_384, 20);

export const NameText = text(128).trim().min(1, 'Must not be empty');

/** Roles of teammates; visitors are `guest` or `user`. */
export const teammateRoles = ['agent', 'admin', 'owner'] as const;
export const visitorRoles = ['guest', 'user'] as const;
export const membershipStatuses = ['active', 'disabled'] as const;

/** A label on a teammate or department. A text means `{tag}`. */
export const TagReference = z
  .union([text(100, 1), z.object({ tag: text(100, 1), color: maybe(text(7)) })])
  .transform((tag) => (typeof tag === 'string' ? { tag } : { tag: tag.tag, ...(tag.color && { color: tag.color }) }));
