import type { SupportRequest } from '../request-state/request.ts';
import { endUserAudiences } from './message.view.ts';

/** Of a request only so much of a long text is indexed. */
const longText = 20_000;
/** Of its messages at a time, from the newest one on. */
const longTalk = 60_000;

/** Weights of words decide who may find them: `B` and `C` all who see the request, `D` only the team. */
export const endUserWeights = 'ABC';

/** Between texts: nothing is found across it. */
const apart = `E'\\n'`;

/** SQL of what is searched of request `r` with the record of its lead `l`, by weight. */
const aboutTexts = {
  B: `concat_ws(${apart}, left(r.first_text, ${longText}), r.subject, r.rating_message,
    r.snapshot->'lead'->>'fullname', r.snapshot->'lead'->>'email', l.record->>'fullname', l.record->>'email')`,
  D: `concat_ws(${apart}, (select string_agg(t->>'tag', ${apart}) from jsonb_array_elements(r.tags) t),
    (select left(string_agg(n->>'text', ${apart}), ${longText}) from jsonb_array_elements(r.notes) n))`,
};

/** Members of a request that these texts are made of. */
export const searchedMembers = [
  'firstText',
  'subject',
  'ratingMessage',
  'snapshot',
  'leadId',
  'tags',
  'notes',
] as const satisfies readonly (keyof SupportRequest)[];

const visible = endUserAudiences.map((audience) => `'${audience}'`).join(', ');
const talk = (condition: string): string =>
  `left(coalesce(string_agg(m.text, ${apart} order by m.seq desc) filter (where ${condition}), ''), ${longTalk})`;

/** SQL of what is searched of messages `m`, by weight. */
const saidTexts = { C: talk(`m.audience in (${visible})`), D: talk(`m.audience not in (${visible})`) };

type Texts = Record<string, string>;
const wordsOf = (texts: Texts): string =>
  Object.entries(texts)
    .map(([weight, text]) => `words_of(${text}, '${weight}')`)
    .join(' || ');
const jsonOf = (texts: Texts): string =>
  `json_build_array(${Object.entries(texts)
    .map(([weight, text]) => `json_build_object('weight', '${weight}', 'text', ${text})`)
    .join(', ')})`;

/** SQL of the words and of the texts of request `r` with lead `l`. */
export const aboutWordsSql = wordsOf(aboutTexts);
export const aboutTextsSql = jsonOf(aboutTexts);
/** SQL of the words and of the texts of messages. @param messages rows `m` */
export const saidWordsSql = (messages: string): string => `(select ${wordsOf(saidTexts)} from ${messages})`;
export const saidTextsSql = (messages: string): string => `(select ${jsonOf(saidTexts)} from ${messages})`;
