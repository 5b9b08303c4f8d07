import { z } from 'zod';

import { count, id, list, object, short, stored, text, time, words } from './fields.ts';

export const project = z.object({
  ...stored,
  name: short.min(1),
  activeOperatingHours: z.boolean().default(false),
  operatingHours: text.optional(),
  timeSlots: object.optional(),
  settings: object.default({}),
  widget: object.default({}),
  attributes: object.default({}),
  versions: z.unknown().optional(),
  channels: list.default([{ name: 'chat21' }]),
  ipFilterEnabled: z.boolean().default(false),
  ipFilter: words.default([]),
  ipFilterDenyEnabled: z.boolean().default(false),
  ipFilterDeny: words.default([]),
});

export const user = z.object({
  _id: id,
  email: short.min(1),
  firstname: short.default(''),
  lastname: short.default(''),
  emailverified: z.boolean().default(false),
  status: z.literal([0, 100]).default(100),
  phone: short.optional(),
  description: text.optional(),
  public_email: short.optional(),
  public_website: short.optional(),
  attributes: object.default({}),
  signedInAt: time.optional(),
  createdAt: time,
  updatedAt: time,
  __v: count.default(0),
  /** Made by the project's own server, under this id. */
  _externalId: short.optional(),
});

export const role = z.object({
  ...stored,
  name: short,
  base: z.enum(['agent', 'admin']),
  rights: object.default({}),
  visibility: short.default('all'),
});

export const membership = z.object({
  ...stored,
  id_user: id.optional(),
  uuid_user: short.min(1).optional(),
  role: z.enum(['owner', 'admin', 'agent', 'user', 'guest']).optional(),
  role_id: id.optional(),
  user_available: z.boolean().default(true),
  profileStatus: short.optional(),
  max_served_chat: count.optional(),
  attributes: object.default({}),
  settings: object.default({}),
  tags: list.default([]),
  status: z.enum(['active', 'disabled']).default('active'),
  trashed: z.boolean().default(false),
  last_login_at: time.optional(),
  firstname: short.optional(),
  lastname: short.optional(),
  email: short.optional(),
});

export const group = z.object({
  ...stored,
  name: short,
  enabled: z.boolean().default(true),
  trashed: z.boolean().default(false),
  attributes: object.default({}),
  members: z.array(id).default([]),
});

export const department = z.object({
  ...stored,
  name: short,
  description: text.optional(),
  routing: z.enum(['assigned', 'pooled', 'fixed']).default('assigned'),
  id_bot: short.optional(),
  bot_only: z.boolean().optional(),
  id_group: id.optional(),
  groups: list.default([]),
  online_msg: text.optional(),
  offline_msg: text.optional(),
  default: z.boolean().default(false),
  status: z.int().min(-1).max(1).default(1),
  tags: list.default([]),
});

export const tag = z.object({
  ...stored,
  tag: short.min(1),
  color: short.optional(),
  attributes: object.default({}),
});

export const canned = z.object({
  ...stored,
  title: text.default(''),
  text,
  shared: z.boolean().default(true),
  status: z.literal([100, 1000]).default(100),
  attributes: object.default({}),
});

export const labels = z.object({
  ...stored,
  attributes: object.default({}),
  data: z
    .array(
      z.object({
        _id: id,
        lang: short,
        data: object,
        category: short.optional(),
        default: z.boolean().default(false),
      }),
    )
    .default([]),
});

export const ban = z.object({
  _id: id,
  id: short.optional(),
  ip: short.optional(),
  createdBy: short,
  createdAt: time,
});

export const holiday = z.object({
  ...stored,
  name: short.min(1),
  from: z.iso.date(),
  to: z.iso.date(),
  yearly: z.boolean().default(false),
  spans: list.default([]),
  applies: words.default([]),
});
