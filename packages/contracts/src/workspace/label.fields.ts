import { z } from 'zod';

import { AnyPathId, isStorable, text } from '../fields.ts';

const maxKeys = 300;
const LabelText = text(2000);
const Days = z.array(LabelText).length(7, 'Must be seven texts, Monday first');

/** The one label whose value is a list. */
const daysKey = 'ARRAY_DAYS';
const keyShape = /^[A-Za-z0-9_.-]{1,100}$/;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Texts by key; of `ARRAY_DAYS` seven texts, Monday first. */
export type LabelTexts = Record<string, string | string[]>;

/** A language as clients write it, `pt-BR`. Parsed: upper case. */
export const Language = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2})?$/, 'Must be a language such as en or pt-BR')
  .overwrite((language) => language.toUpperCase());

/** An unknown language is treated like one without labels. Parsed: upper case. */
export const WordForLanguage = AnyPathId.overwrite((word) => word.trim().toUpperCase());

/** Whether their HTML may be shown is judged by the service. Source: contract 11 section 11. */
export const LabelData = z
  .custom<LabelTexts>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'Must be an object',
    abort: true,
  })
  .superRefine((data, context) => {
    const entries = Object.entries(data);
    if (entries.length > maxKeys) context.addIssue({ code: 'custom', message: `At most ${maxKeys} keys` });
    for (const [key, value] of entries.slice(0, maxKeys)) {
      const message = faultOf(key, value);
      if (message) context.addIssue({ code: 'custom', path: isStorable(key) ? [key] : [], message });
    }
  })
  .meta({ type: 'object' });

function faultOf(key: string, value: unknown): string | undefined {
  if (!keyShape.test(key) || forbiddenKeys.has(key)) return 'Must be named with 1 to 100 of A-Z a-z 0-9 _ . -';
  const { error } = (key === daysKey ? Days : LabelText).safeParse(value);
  return error?.issues[0]?.message;
}
