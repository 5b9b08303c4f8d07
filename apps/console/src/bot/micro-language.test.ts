import { readAnswer, withLabels } from './micro-language.ts';

const key = (name: string) => `\${${name}}`;

it('puts labels in the place of their keys, in texts and buttons, and leaves unknown keys', () => {
  const labels = { HELLO: 'Hallo!', ORDER: 'Wo ist meine Bestellung?', ARRAY_DAYS: ['Montag'] };
  const answer = `${key('HELLO')} ${key('name')} ${key('ARRAY_DAYS')} ${key('toString')}\n* ${key('ORDER')} tdAction:order`;
  expect(readAnswer(withLabels(answer, labels))).toMatchObject({
    text: `Hallo! ${key('name')} ${key('ARRAY_DAYS')} ${key('toString')}`,
    buttons: [{ label: 'Wo ist meine Bestellung?', action: 'order' }],
  });
});
