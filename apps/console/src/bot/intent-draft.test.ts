import type { IntentView } from '@parley/sdk';
import fc from 'fast-check';

import { changesOf, draftOf, emptyDraft, rebased } from './intent-draft.ts';

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
      expect(changesOf(draftOf(intent), draftOf(intent))).toEqual({});
    }),
  );
});

it('sends what was edited alone', () => {
  fc.assert(
    fc.property(draft, fc.string({ minLength: 1 }), (stored, answer) => {
      const base = draftOf(stored as unknown as IntentView);
      expect(changesOf(base, { ...base, answer })).toEqual(answer === base.answer ? {} : { answer });
    }),
  );
  expect(changesOf({ ...emptyDraft, answer: 'x' }, emptyDraft)).toEqual({ answer: null });
});

it('keeps edits on a newer version, and takes everything else of it', () => {
  const base = { ...emptyDraft, answer: 'a', question: 'q' };
  const mine = { ...base, answer: 'mine' };
  const theirs = { ...base, answer: 'theirs', question: 'new' };
  expect(rebased(mine, base, theirs)).toEqual({ ...base, answer: 'mine', question: 'new' });
});
