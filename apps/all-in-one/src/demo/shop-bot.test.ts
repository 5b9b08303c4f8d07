import { languages } from './dialogue.ts';
import { botIntents } from './shop-bot.ts';
import { botLabels, botTexts, labelOf } from './shop-bot-texts.ts';

const keysIn = (text: string) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, key]) => key);
const placeholdersIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort();
const said = botIntents.map((intent) => JSON.stringify(intent)).join('\n');

it('has each text that the bot says as a label in every language of the widget, and no other', () => {
  const keys = [...new Set(keysIn(said))].sort();
  expect(keys.length).toBeGreaterThan(20);
  expect(botLabels.map(({ lang }) => lang)).toEqual([...languages, 'ar']);
  for (const { lang, data } of botLabels) expect([lang, Object.keys(data).sort()]).toEqual([lang, keys]);
});

it('fills in the same values in every language', () => {
  for (const language of languages)
    for (const [key, text] of Object.entries(botTexts.en))
      expect([language, key, placeholdersIn(botTexts[language][key as keyof typeof botTexts.en])]).toEqual([
        language,
        key,
        placeholdersIn(text),
      ]);
});

it('understands its own buttons in every language', () => {
  const phrases = new Set(botIntents.flatMap(({ question }) => question.split('\n')));
  const labels = new Map(Object.keys(botTexts.en).map((key) => [labelOf(key as keyof typeof botTexts.en), key]));
  const buttons = botIntents
    .flatMap(({ answer }) => answer.split('\n'))
    .filter((line) => line.startsWith('* ') && !line.includes(' tdAction:'))
    .map((line) => labels.get(keysIn(line)[0] ?? '') as keyof typeof botTexts.en);
  expect(new Set(buttons).size).toBeGreaterThan(2);
  for (const language of languages) for (const button of buttons) expect(phrases).toContain(botTexts[language][button]);
});

it('has no phrase twice, so that none is answered by chance', () => {
  const phrases = botIntents.flatMap(({ question }) => question.split('\n'));
  expect(phrases.toSorted()).toEqual([...new Set(phrases)].toSorted());
});
