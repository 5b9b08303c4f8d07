import { texts as de } from './de.ts';
import { texts as en } from './en.ts';
import { texts as es } from './es.ts';
import { texts as fr } from './fr.ts';
import { texts as it_ } from './it.ts';
import { texts as pt } from './pt.ts';
import { loadCatalogue, Texts } from './texts.ts';

const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

it.each(Object.entries({ de, es, fr, it: it_, pt }))(
  '%s says everything, with the values of English',
  (_, catalogue) => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(catalogue))
      expect(valuesIn(text)).toEqual(valuesIn(en[key as keyof typeof en]));
  },
);

it('prefers the words of the project, and English for a language that is not shipped', async () => {
  const words = new Texts('ar', await loadCatalogue('ar'), { WIDGET_SEND: 'أرسل {name}', LABEL_TODAY: 'اليوم' });
  expect(words.text('SEND', { name: 'x' })).toBe('أرسل x');
  expect(words.text('ATTACH')).toBe('Attach a file');
  expect(words.day(Date.now())).toBe('اليوم');
});

it('fills in values once: a name that looks like a value stays a name', () => {
  expect(new Texts('en', en).text('UPLOADING', { name: '{percent}', percent: 7 })).toBe('{percent}: 7 %');
});
