import { isParleyError } from '@parley/sdk';

import { changedNames, changesBetween } from './merge-versions.ts';

/** A record that is changed under `If-Match`. */
export interface Versioned {
  _id: string;
  __v: number;
}

/** How a form reads and stores its record. */
export interface FormStore<Data extends Versioned, Form extends object> {
  formOf: (record: Data) => Form;
  /**
   * Sends what was changed, under `etagOf(from)`.
   * @throws ParleyError `version_mismatch` when the record has another version by now
   */
  save: (changes: Partial<Form>, from: Data) => Promise<Data>;
  reload: () => Promise<Data>;
}

/** What another person stored while the form was being filled in. */
export interface Conflict<Data, Form> {
  /** What the form began from. */
  base: Data;
  theirs: Data;
  /** Members that they changed to something else than the form holds. */
  names: (keyof Form & string)[];
}

/** A change by another person of members that the form does not show is no conflict: it is stored over the new version. */
const maxTries = 4;

/** What `If-Match` names a version by. */
export const etagOf = ({ __v }: Versioned): string => `"${__v}"`;

/**
 * Stores what was changed in a form since `base`, unless another person changed one of its members meanwhile.
 * @throws ParleyError when the API refuses the change
 */
export async function storeForm<Data extends Versioned, Form extends object>(
  { formOf, save, reload }: FormStore<Data, Form>,
  { base, draft }: { base: Data; draft: Form },
): Promise<{ stored: Data } | { conflict: Conflict<Data, Form> }> {
  const changes = changesBetween(formOf(base), draft);
  let from = base;
  for (let tries = 1; ; tries += 1) {
    try {
      return { stored: await save(changes, from) };
    } catch (error) {
      if (!isParleyError(error, 'version_mismatch') || tries === maxTries) throw error;
      const theirs = await reload();
      // Where both stored the same, there is nothing to decide.
      const other = changedNames(draft, formOf(theirs));
      const names = changedNames(formOf(base), formOf(theirs)).filter((name) => other.includes(name));
      if (names.length > 0) return { conflict: { base, theirs, names } };
      from = theirs;
    }
  }
}
