import { z } from 'zod';

import { BooleanWord, jsonBytes, maybe, text } from '../fields.ts';
import { IntentObject } from './bot.fields.ts';

const controlCharacter = /\p{Cc}/u;

export const IntentName = text(120, 1).refine(
  (value) => !controlCharacter.test(value),
  'Must not contain control characters',
);
export const IntentId = text(64, 1);

/** One phrase per line. */
const Question = text(10_000).refine((value) => value.split('\n').length <= 500, 'At most 500 lines');
const Answer = text(20_000);

/** Kept as they were sent, those of unknown kinds, too. */
const Actions = z
  .array(IntentObject)
  .max(100, 'At most 100 actions')
  .refine((actions) => jsonBytes(actions) <= 102_400, 'At most 102400 bytes');

const Form = IntentObject.refine(
  ({ fields }) => fields === undefined || (Array.isArray(fields) && fields.length <= 30),
  'Must have at most 30 fields',
);

const always = {
  intent_display_name: maybe(IntentName),
  intent_id: maybe(IntentId),
  actions: maybe(Actions),
  attributes: maybe(IntentObject),
  enabled: maybe(BooleanWord),
  webhook_enabled: maybe(BooleanWord),
  topic: maybe(text(100, 1)),
};

/** What callers may write of a new intent; `null` is absent. Source: contract 60 section 1.2. */
export const intentFields = {
  ...always,
  question: maybe(Question),
  answer: maybe(Answer),
  form: maybe(Form),
  reply: maybe(IntentObject),
};

/** A change of an intent: what is absent stays, `null` clears what need not be there. */
export const intentChanges = {
  ...always,
  question: Question.nullish(),
  answer: Answer.nullish(),
  form: Form.nullish(),
  reply: IntentObject.nullish(),
};
