import type { Catalogue, TextKey } from './en.ts';
import { labelText } from './label-nodes.ts';

const languages: Record<string, () => Promise<{ texts: Catalogue }>> = {
  en: () => import('./en.ts'),
  it: () => import('./it.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
};

/** @param lang any language; English if it is not shipped */
export async function loadCatalogue(lang: string): Promise<Catalogue> {
  const load = languages[lang.slice(0, 2)] ?? languages.en;
  return (await load?.())?.texts as Catalogue;
}

type Values = Readonly<Record<string, number | string>>;

/** The texts of the panel in one language: the project's, else the shipped ones. */
export class Texts {
  readonly lang: string;
  readonly #catalogue: Catalogue;
  readonly #labels: Readonly<Record<string, string | string[]>>;

  constructor(lang: string, catalogue: Catalogue, labels: Readonly<Record<string, string | string[]>> = {}) {
    try {
      Intl.getCanonicalLocales(lang);
    } catch {
      // Many machines are set to `C` or `en_US@posix`, which are no language tags: every format would throw.
      lang = 'en';
    }
    this.lang = lang;
    this.#catalogue = catalogue;
    this.#labels = labels;
  }

  readonly text = (key: TextKey, values: Values = {}): string => {
    const label = this.#labels[`WIDGET_${key}`];
    const words = typeof label === 'string' ? labelText(label) : this.#catalogue[key];
    return words.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
  };

  /** A label of the project; it may contain tags. */
  readonly label = (key: string): string => {
    const label = this.#labels[key];
    return typeof label === 'string' ? label : '';
  };

  /** A label of the project, without its tags. */
  readonly word = (key: string): string => labelText(this.label(key));

  /** A message in one line: its text, or that a file was sent. */
  readonly summary = ({ text, type }: { text?: string | null | undefined; type: string }): string =>
    text || this.word(type === 'image' ? 'SENT_AN_IMAGE' : 'SENT_AN_ATTACHMENT');

  /** `14:05`. */
  readonly time = (at: number): string => this.#format({ timeStyle: 'short' }, at);

  /** `today`, `yesterday`, `Monday, 3 March`. */
  readonly day = (at: number): string => {
    const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
    if (days === 0) return this.word('LABEL_TODAY');
    // The key's name is wrong for historical reasons.
    if (days === 1) return this.word('LABEL_TOMORROW');
    return this.#format({ weekday: 'long', day: 'numeric', month: 'long' }, at);
  };

  /** The next opening in the visitor's time zone: `Monday 09:00`, or with the date after six days. */
  readonly opening = (at: number): string => {
    const isSoon = at - Date.now() < 6 * 86_400_000;
    const date = isSoon ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
    return this.#format({ ...date, hour: 'numeric', minute: '2-digit' }, at);
  };

  /** `3 minutes`. */
  readonly minutes = (ms: number): string => {
    const minutes = Math.max(1, Math.round(ms / 60_000));
    const [unit, value] = minutes < 60 ? (['minute', minutes] as const) : (['hour', Math.round(minutes / 60)] as const);
    return value.toLocaleString(this.lang, { style: 'unit', unit, unitDisplay: 'long' });
  };

  #format(options: Intl.DateTimeFormatOptions, at: number): string {
    return new Date(at).toLocaleString(this.lang, options);
  }
}
