import { settle } from '../loader/kinds.ts';
import { panelKinds } from '../panel/panel-settings.ts';
import { faultOf, formFields, longestTested, safePattern, unanswered } from './fields.ts';

const labels: Record<string, string> = {
  LABEL_PRECHAT_USER_FULLNAME: 'Your name',
  LABEL_PRECHAT_USER_EMAIL: 'Your e-mail',
};
const language = { lang: 'it-it', label: (key: string) => labels[key] ?? '', wantsEmail: false };

function fieldsOf(said: Record<string, unknown>, wantsEmail = false) {
  return formFields(
    settle(panelKinds, [said], () => undefined),
    { ...language, wantsEmail },
  );
}

function own(...preChatFormJson: unknown[]) {
  return fieldsOf({ preChatForm: true, preChatFormCustomFieldsEnabled: true, preChatFormJson });
}

it('asks for name and address by default, both mandatory', () => {
  expect(fieldsOf({ preChatForm: true })).toMatchObject([
    { name: 'userFullname', label: 'Your name', mandatory: true },
    { name: 'userEmail', label: 'Your e-mail', mandatory: true },
  ]);
  expect(fieldsOf({})).toEqual([]);
});

it('asks for an address, if the visitor likes, when nobody answers now', () => {
  expect(fieldsOf({}, true)).toMatchObject([{ name: 'userEmail', mandatory: false }]);
  expect(fieldsOf({ preChatForm: true }, true)).toHaveLength(2);
});

it('takes labels as text, key, or by language', () => {
  const fields = own(
    { name: 'a', type: 'text', label: 'Plain' },
    { name: 'b', type: 'text', label: 'LABEL_PRECHAT_USER_FULLNAME' },
    { name: 'c', type: 'select', label: { en: 'Size', it: 'Taglia' }, options: ['S', { it: 'Grande' }] },
    { name: 'd', type: 'unknown' },
    null,
  );
  expect(fields.map(({ name, label, options }) => [name, label, options])).toEqual([
    ['a', 'Plain', []],
    ['b', 'Your name', []],
    ['c', 'Taglia', ['S', 'Grande']],
  ]);
});

it('asks for nothing that is known, and for no form of texts alone', () => {
  const fields = own({ type: 'static', label: 'Hi' }, { name: 'a', type: 'text' });
  expect(unanswered(fields, {})).toHaveLength(2);
  expect(unanswered(fields, { a: '' })).toEqual([]);
});

it('refuses missing and wrong answers', () => {
  const [must, number, terms] = own(
    { name: 'a', type: 'text', mandatory: true },
    { name: 'b', type: 'text', regex: '/^\\d{3}$/' },
    { name: 'c', type: 'checkbox', mandatory: true },
  );
  if (!must || !number || !terms) throw new Error('no fields');
  expect([faultOf(must, ' '), faultOf(must, 'x')]).toEqual(['missing', undefined]);
  expect([faultOf(number, '12'), faultOf(number, '123'), faultOf(number, '')]).toEqual(['wrong', undefined, undefined]);
  expect([faultOf(terms, false), faultOf(terms, true)]).toEqual(['missing', undefined]);
});

it.each(['(a+)+$', '(a|a)*$', '(a*)*b', '((a+)b)+', '(\\d+\\s?)+$', '(a)\\1', '([a-z]+)*x', '.*.*.*.*x', '('])(
  'refuses %s',
  (regex) => {
    expect(safePattern(regex)).toBeUndefined();
  },
);

it.each(['^[\\w.]+@[\\w]+\\.\\w+$', '^\\d{3,5}$', '/^(yes|no)$/i', '^.*x.*y.*$'])(
  'runs %s in no time on the longest answer',
  (regex) => {
    const pattern = safePattern(regex);
    expect(pattern).toBeInstanceOf(RegExp);
    const begin = performance.now();
    for (const letter of ['a', '1', 'x', '.']) pattern?.test(letter.repeat(longestTested));
    expect(performance.now() - begin).toBeLessThan(200);
  },
);
