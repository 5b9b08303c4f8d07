export type Answers = Record<string, boolean | string>;

export interface FormField {
  name: string;
  type: 'checkbox' | 'select' | 'static' | 'text' | 'textarea';
  mandatory: boolean;
  /** May contain the tags of labels. */
  label: string;
  errorLabel: string | undefined;
  /** Tested against at most 200 characters. */
  pattern: RegExp | undefined;
  rows: number;
  options: readonly string[];
}

/** The settings that decide what is asked. Source: contract 81 section 2. */
export interface FormSettings {
  preChatForm: boolean;
  preChatFormCustomFieldsEnabled: boolean;
  preChatFormJson: readonly unknown[];
}

interface Language {
  /** `en`, `pt-br`. */
  lang: string;
  /** A label of the project by its key; empty when there is none. */
  label(key: string): string;
  /** No agent can answer now, so the form asks for an e-mail address. */
  wantsEmail: boolean;
}

const types = ['checkbox', 'select', 'static', 'text', 'textarea'] as const;
export const longestTested = 200;
const email = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The fields of the form before a conversation, in the visitor's language. Source: contract 81 section 3.2. */
export function formFields(
  { preChatForm, preChatFormCustomFieldsEnabled, preChatFormJson }: FormSettings,
  language: Language,
): FormField[] {
  const own = preChatFormCustomFieldsEnabled ? preChatFormJson.flatMap((field) => fieldOf(field, language) ?? []) : [];
  const asked = !preChatForm ? [] : own.length > 0 ? own : defaults(language);
  const hasEmail = asked.some(({ name }) => name === 'userEmail');
  return language.wantsEmail && !hasEmail ? [...asked, emailField(language, false)] : asked;
}

/** Fields that need an answer: known values are not asked for again. A form with only static texts is not shown. */
export function unanswered(fields: readonly FormField[], answers: Answers): FormField[] {
  const open = fields.filter(({ name, type }) => type === 'static' || answers[name] === undefined);
  return open.every(({ type }) => type === 'static') ? [] : open;
}

/** @returns why an answer is invalid: `missing`, `wrong`; undefined if it is valid */
export function faultOf(
  { mandatory, pattern, type }: FormField,
  answer: boolean | string,
): 'missing' | 'wrong' | undefined {
  if (type === 'static') return undefined;
  const isEmpty = type === 'checkbox' ? answer !== true : String(answer).trim() === '';
  if (isEmpty) return mandatory ? 'missing' : undefined;
  return pattern && !pattern.test(String(answer).slice(0, longestTested)) ? 'wrong' : undefined;
}

function defaults(language: Language): FormField[] {
  return [field('userFullname', language.label('LABEL_PRECHAT_USER_FULLNAME'), true), emailField(language, true)];
}

function emailField({ label }: Language, mandatory: boolean): FormField {
  const errorLabel = label('LABEL_PRECHAT_USER_EMAIL_ERROR');
  return { ...field('userEmail', label('LABEL_PRECHAT_USER_EMAIL'), mandatory), pattern: email, errorLabel };
}

function field(name: string, label: string, mandatory: boolean): FormField {
  return { name, type: 'text', mandatory, label, errorLabel: undefined, pattern: undefined, rows: 3, options: [] };
}

/** @returns undefined for anything that is not a valid field */
function fieldOf(given: unknown, language: Language): FormField | undefined {
  const said = Object(given) as Record<string, unknown>;
  const type = types.find((one) => one === said.type);
  const name = typeof said.name === 'string' ? said.name.slice(0, 100) : '';
  if (!type || (name === '' && type !== 'static')) return undefined;
  const isEmail = name === 'userEmail' && said.regex === undefined;
  return {
    ...field(name, textIn(said.label, language) || name, said.mandatory === true),
    type,
    errorLabel: textIn(said.errorLabel, language) || undefined,
    pattern: isEmail ? email : safePattern(said.regex),
    rows: typeof said.rows === 'number' ? Math.min(12, Math.max(1, Math.round(said.rows))) : 3,
    options: optionsOf(said.options, language),
  };
}

function optionsOf(options: unknown, language: Language): string[] {
  if (!Array.isArray(options)) return [];
  return options
    .slice(0, 100)
    .map((option) => textIn(option, language))
    .filter(Boolean);
}

/** A text, the key of a label, or texts by language. */
function textIn(said: unknown, { lang, label }: Language): string {
  if (typeof said === 'string') return (/^[A-Z\d_]{3,}$/.test(said) && label(said)) || said;
  const byLanguage = Object(said) as Record<string, unknown>;
  const found = byLanguage[lang] ?? byLanguage[lang.slice(0, 2)] ?? byLanguage.en ?? Object.values(byLanguage)[0];
  return typeof found === 'string' ? found : '';
}

/**
 * A regular expression that cannot block the page: nested repetitions, repeated alternatives and back references may take
 * exponential time, and are rejected. Written `/^\d+$/` or without slashes.
 */
export function safePattern(source: unknown): RegExp | undefined {
  if (typeof source !== 'string' || source.length > 500) return undefined;
  const bare = /^\/(.*)\/[a-z]*$/s.exec(source)?.[1] ?? source;
  const plain = bare.replace(/\\[^1-9k]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repeatedGroup = /\((?:[^()]*[*+{|][^()]*)\)[*+{?]/;
  // Adjacent repetitions can match the same characters in many ways: allow only a few.
  const repetitions = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  const isNested = /\([^()]*\([^()]*\)[^()]*\)[*+{]/.test(plain);
  if (/\\[1-9k]/.test(plain) || repeatedGroup.test(plain) || isNested || repetitions > 3) return undefined;
  try {
    return new RegExp(bare, 'u');
  } catch {
    return undefined;
  }
}
