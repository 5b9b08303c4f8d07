import type { IntentView } from '@parley/sdk';
import fc from 'fast-check';

import { changesBetween } from '../app/merge-versions.ts';
import { draftOf, sentOf } from './intent-draft.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const draft = fc.record({
  intent_display_name: fc.string({ minLength: 1 }),
  question: fc.string(),
  answer: fc.string(),
  topic: fc.string({ minLength: 1 }),
  enabled: fc.boolean(),
  webhook_enabled: fc.boolean(),
  actions: fc.array(fc.dictionary(fc.string(), json)),
  form: fc.option(fc.dictionary(fc.string(), json), { nil: undefined }),
});

it('sends nothing of an intent that was only looked at, whatever its actions hold', () => {
  fc.assert(
    fc.property(draft, (stored) => {
      const intent = { ...stored, _id: 'i' } as unknown as IntentView;
      expect(sentOf(changesBetween(draftOf(intent), draftOf(structuredClone(intent))))).toEqual({});
    }),
  );
});

it('sends what was edited alone', () => {
  fc.assert(
    fc.property(draft, fc.string({ minLength: 1 }), (stored, answer) => {
      const base = draftOf(stored as unknown as IntentView);
      const sent = sentOf(changesBetween(base, { ...base, answer }));
      expect(sent).toEqual(answer === base.answer ? {} : { answer });
    }),
  );
  expect(sentOf({ answer: '', form: undefined, enabled: false })).toEqual({ answer: null, form: null, enabled: false });
});
