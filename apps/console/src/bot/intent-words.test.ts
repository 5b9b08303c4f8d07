import type { Translate } from '../app/texts.tsx';
import { emptyDraft, type IntentDraft } from './intent-draft.ts';
import { wordsOf } from './intent-words.ts';

const t: Translate = (id) => id;
const draft: IntentDraft = {
  ...emptyDraft,
  question: 'Where is it?\nWhere?',
  enabled: false,
  actions: [
    { _tdActionType: 'reply', text: 'Soon' },
    { _tdActionType: 'intent', intentName: 'parcel' },
    { _tdActionType: 'close' },
    { _tdActionType: 'webrequest', url: 'https://example.com' },
  ],
  form: { fields: [{ name: 'order', label: 'Which order?' }, { name: 'email' }, 'broken'] },
};

it.each([
  ['question', 'Where is it?\nWhere?'],
  ['enabled', 'bots.no'],
  ['form', 'Which order?, email'],
  [
    'actions',
    'bots.action.reply: Soon · bots.action.intent: parcel · bots.action.close · {"_tdActionType":"webrequest","url":"https://example.com"}',
  ],
] as const)('says %s of an intent in words', (name, words) => {
  expect(wordsOf(name, draft, t)).toBe(words);
});

it.each(['form', 'actions', 'answer'] as const)('says nothing of %s that an intent does not have', (name) => {
  expect(wordsOf(name, { ...emptyDraft, actions: undefined }, t)).toBe('');
});
