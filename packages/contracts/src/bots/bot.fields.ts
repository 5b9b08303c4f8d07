import { z } from 'zod';

import { BooleanWord, jsonObject, maybe, oneOf, text } from '../fields.ts';

/** Objects that callers keep with bots and intents: 100 kB. */
const BotObject = jsonObject(102_400, 20);

const Global = z.looseObject({ key: text(200, 1), value: z.unknown() });

const checkedKeys = z.looseObject({
  rules: z.array(z.unknown()).max(50, 'At most 50 rules').optional(),
  globals: z.array(Global).max(200, 'At most 200 globals').optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  match_threshold: z.number().min(0).max(1).optional(),
  handoff_after_fallbacks: z.number().int().min(0).max(20).optional(),
});

/** Faults of the members of `attributes` that Parley itself reads. Source: contract 60 section 1.1. */
function checkKeys(attributes: Record<string, unknown>, context: z.RefinementCtx): void {
  const present = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
  for (const { path, message } of checkedKeys.safeParse(present).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
}

/** `attributes` of a bot: 100 kB; the members that Parley reads are checked. */
export const BotAttributes = BotObject.superRefine(checkKeys);

/** An object of an intent: 100 kB. */
export const IntentObject = BotObject;

/** The body is the members themselves, whatever their names. */
export const BotMembers = BotAttributes.transform((members) => ({ members }));
export const IntentMembers = IntentObject.transform((members) => ({ members }));

export const BotName = text(200).trim().min(1, 'Must not be empty');

/** What kind of bot. `tilebot` is how some clients write `internal`. */
export const botTypes = ['internal', 'external', 'tilebot'] as const;
export type BotType = (typeof botTypes)[number];

/** Two letters; a region is cut off. */
export const BotLanguage = text(35)
  .trim()
  .refine((value) => /^[a-z]{2}([-_].*)?$/i.test(value), 'Must be a language of two letters')
  .transform((value) => value.slice(0, 2).toLowerCase());

/** The service decides which addresses may be called: 422 `url_not_allowed`. */
export const BotUrl = text(2_048, 1);

const Slug = text(80, 1).refine((value) => /^[a-z0-9-]*$/.test(value), 'Must be of a-z, 0-9 and -');

/** Texts of a bot that only people read. */
const longText = text(2_000);

/** What callers may write of a new bot; `null` is absent. Source: contract 60 section 1.1. */
export const botFields = {
  type: maybe(oneOf(botTypes)),
  external: maybe(BooleanWord),
  description: maybe(longText),
  title: maybe(longText),
  short_description: maybe(longText),
  mainCategory: maybe(longText),
  language: maybe(BotLanguage),
  url: maybe(BotUrl),
  webhook_url: maybe(BotUrl),
  webhook_enabled: maybe(BooleanWord),
  tags: maybe(z.array(text(100, 1)).max(50, 'At most 50 tags')),
  subtype: maybe(text(40, 1)),
  agents_available: maybe(BooleanWord),
  slug: maybe(Slug),
};

/** A change of a bot: what is absent stays, `null` clears what need not be there. */
export const botChanges = {
  ...botFields,
  name: maybe(BotName),
  description: longText.nullish(),
  title: longText.nullish(),
  short_description: longText.nullish(),
  mainCategory: longText.nullish(),
  url: BotUrl.nullish(),
  webhook_url: BotUrl.nullish(),
  public: maybe(BooleanWord),
  trashed: maybe(BooleanWord),
};

/** With which intents a bot begins. */
export const botTemplates = ['example', 'blank', 'handoff', 'empty'] as const;
export type BotTemplate = (typeof botTemplates)[number];
