import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  commonErrors,
  type DomainEvent,
  type FieldFault,
  jsonBytes,
  type LabelEntryView,
  type LabelsView,
  type LabelTexts,
  labelErrors,
  labelsUpdated,
  type PublicLabelsView,
  type ResolvedLabelsView,
  roleReaches,
  validationFailed,
} from '@parley/contracts';
import {
  english,
  fallbackLanguage,
  languagesFor,
  type ShippedLanguage,
  shippedFor,
} from '../shipped-label/shipped-labels.ts';
import { htmlFault } from './label-html.ts';

const maxLanguages = 50;
const maxBytes = 300 * 1024;

/** A project's own texts in one language. */
export interface LabelEntry {
  id: string;
  /** Upper case. */
  lang: string;
  data: LabelTexts;
  category?: string;
  isDefault: boolean;
}

/** All labels of a project. Without entries it counts as absent; otherwise exactly one entry is the default. */
export interface LabelSet {
  id: string;
  projectId: string;
  attributes: Record<string, unknown>;
  entries: LabelEntry[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** Absent when a write changes nothing. */
export interface LabelChange {
  next: LabelSet;
  events: DomainEvent[];
}

/** Author and time of a write; a new set takes its id, `projectId` and author from here. */
export interface LabelWrite {
  projectId: string;
  by: string;
  at: Date;
  newId: () => string;
}

export type NewEntry = Pick<LabelEntry, 'lang' | 'data' | 'category'> & { isDefault?: boolean };

/** Creates or replaces the labels of a language. @throws validation_failed for HTML that is not allowed; limit_reached */
export function setLanguage(
  current: LabelSet | undefined,
  wanted: NewEntry,
  writing: LabelWrite,
): LabelChange | undefined {
  refuseHtml(wanted.data);
  const { lang, data, category } = wanted;
  const before = entryOf(current, lang);
  const isFirst = !exists(current);
  const isDefault = isFirst || wanted.isDefault === true || before?.isDefault === true;
  const entry = { id: before?.id ?? writing.newId(), lang, data, category, isDefault };

  const others = (current?.entries ?? []).filter((other) => other.lang !== lang);
  const unmarked = isDefault ? others.map((other) => ({ ...other, isDefault: false })) : others;
  return changed(current, [...unmarked, entry], [lang], writing);
}

/** Adds the shipped labels that the project's own ones of a language lack. */
export function addShipped(
  current: LabelSet | undefined,
  shipped: ShippedLanguage,
  writing: LabelWrite,
): LabelChange | undefined {
  const { lang } = shipped;
  const before = entryOf(current, lang);
  const wanted = { ...before, lang, data: { ...shipped.data, ...before?.data } };
  return setLanguage(current, wanted, writing);
}

/** @throws labelErrors.language_not_found; the default then stays as it was */
export function makeDefault(current: LabelSet | undefined, lang: string, writing: LabelWrite): LabelChange | undefined {
  if (!current || !entryOf(current, lang)) throw labelErrors.language_not_found();
  const entries = current.entries.map((entry) => ({ ...entry, isDefault: entry.lang === lang }));
  return changed(current, entries, [lang], writing);
}

/** @throws labelErrors.language_not_found, default_language */
export function removeLanguage(
  current: LabelSet | undefined,
  lang: string,
  writing: LabelWrite,
): LabelChange | undefined {
  const entry = entryOf(current, lang);
  if (!current || !entry) throw labelErrors.language_not_found();
  if (entry.isDefault) throw labelErrors.default_language({ conflict: entry.id });
  const entries = current.entries.filter((other) => other !== entry);
  return changed(current, entries, [lang], writing);
}

export function clear(current: LabelSet | undefined, at: Date): LabelChange | undefined {
  if (!exists(current)) return undefined;
  const langs = current.entries.map(({ lang }) => lang);
  const next = { ...current, entries: [], updatedAt: at, version: current.version + 1 };
  return { next, events: [labelsUpdated({ langs, cleared: true })] };
}

/** Whether a project has labels of its own. */
export function exists(set: LabelSet | undefined): set is LabelSet {
  return set !== undefined && set.entries.length > 0;
}

export function entryOf(set: LabelSet | undefined, lang: string): LabelEntry | undefined {
  return set?.entries.find((entry) => entry.lang === lang);
}

/**
 * Resolves the labels to show in a language.
 * @param language upper case; absent: the default language
 * @param own the project's own entries; those of `languagesFor(language)` and the default one are enough
 */
export function resolve(language: string | undefined, own: readonly LabelEntry[]): ResolvedLabelsView {
  const wanted = language === undefined ? [] : languagesFor(language);
  const named = wanted.map((lang) => own.find((entry) => entry.lang === lang)).find((entry) => entry !== undefined);
  const entry = named ?? own.find(({ isDefault }) => isDefault);
  if (entry) return { ...entryViewOf(entry), data: filledUp(entry) };

  const { lang, data } = (language === undefined ? undefined : shippedFor(language)) ?? english;
  return { lang, data: { ...data }, default: lang === fallbackLanguage };
}

function filledUp({ lang, data }: LabelEntry): LabelTexts {
  return { ...english.data, ...shippedFor(lang)?.data, ...data };
}

function changed(
  current: LabelSet | undefined,
  unsorted: LabelEntry[],
  langs: string[],
  { projectId, by, at, newId }: LabelWrite,
): LabelChange | undefined {
  const entries = unsorted.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (current && isDeepStrictEqual(entries, current.entries)) return undefined;
  if (entries.length > maxLanguages) throw commonErrors.limit_reached({ limit: maxLanguages });
  if (jsonBytes(entries.map(({ data }) => data)) > maxBytes) {
    throw validationFailed([{ param: 'data', location: 'body', msg: `At most ${maxBytes} bytes in all languages` }]);
  }

  const fresh = { id: current?.id ?? newId(), projectId, attributes: {}, createdBy: by, createdAt: at };
  const kept = exists(current) ? current : fresh;
  const version = current ? current.version + 1 : 0;
  const marked = entries.find(({ isDefault }) => isDefault)?.lang;
  return {
    next: { ...kept, entries, updatedAt: at, version },
    events: [labelsUpdated({ langs, default: marked })],
  };
}

function refuseHtml(data: LabelTexts): void {
  const faults = Object.entries(data).flatMap(([key, value]): FieldFault[] => {
    const msg = [value].flat().map(htmlFault).find(Boolean);
    return msg ? [{ param: `data.${key}`, location: 'body', msg }] : [];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

export function entryViewOf({ id, lang, data, category, isDefault }: LabelEntry): LabelEntryView {
  return { _id: id, lang, data, category, default: isDefault };
}

/** Complete for agents and above. */
export function seesWhole(actor: Actor): boolean {
  return roleReaches(actor.role, 'agent');
}

/** The state before the removal, with the version of the removal. */
export function removedViewOf(before: LabelSet, after: LabelSet): LabelsView {
  return viewOf({ ...after, entries: before.entries });
}

export function viewOf(set: LabelSet): LabelsView {
  return { ...publicViewOf(set), createdBy: set.createdBy };
}

export function publicViewOf(set: LabelSet): PublicLabelsView {
  return {
    _id: set.id,
    id: set.id,
    id_project: set.projectId,
    attributes: set.attributes,
    data: set.entries.map(entryViewOf),
    createdAt: set.createdAt.toISOString(),
    updatedAt: set.updatedAt.toISOString(),
    __v: set.version,
  };
}
