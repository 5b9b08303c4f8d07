import { isParleyError } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { changedNames, changesBetween, mergeVersions } from './merge-versions.ts';

/** A record that is changed under `If-Match`. */
export interface Versioned {
  _id: string;
  __v: number;
}

interface Options<Data extends Versioned, Form extends object> {
  /** The newest state that is known. */
  record: Data;
  formOf: (record: Data) => Form;
  /**
   * Sends what was changed, under `etagOf(from)`.
   * @throws ParleyError `version_mismatch` when the record has another version by now
   */
  save: (changes: Partial<Form>, from: Data) => Promise<Data>;
  reload: () => Promise<Data>;
  /** To keep the stored record. */
  onSaved: (record: Data) => void;
}

/** What another person stored while the form was being filled in. */
export interface Conflict<Data, Form> {
  base: Data;
  theirs: Data;
  names: (keyof Form & string)[];
}

export interface VersionedForm<Data extends Versioned, Form extends object> {
  draft: Form;
  set: (change: Partial<Form>) => void;
  isDirty: boolean;
  /** Forgets what was changed. */
  reset: () => void;
  save: () => void;
  pending: boolean;
  saved: boolean;
  error: unknown;
  conflict: Conflict<Data, Form> | undefined;
  formOf: (record: Data) => Form;
  /** Where both changed a member, the stored value comes into the form. */
  takeTheirs: () => void;
  /** Stores the own values over theirs; what only they changed stays. */
  keepMine: () => void;
}

interface Edit<Data, Form> {
  /** What the form began from. */
  base: Data;
  draft: Form;
}

/** A change by another person of members that the form does not show is no conflict: the form saves again, over the new version. */
const mostTries = 4;

/** What `If-Match` names a version by. */
export const etagOf = ({ __v }: Versioned): string => `"${__v}"`;

/**
 * A form over a record with a version. An untouched form follows the record; a touched one keeps its words until they are stored,
 * and a change by another person meanwhile is a `conflict` to be decided.
 */
export function useVersionedForm<Data extends Versioned, Form extends object>({
  record,
  formOf,
  save,
  reload,
  onSaved,
}: Options<Data, Form>): VersionedForm<Data, Form> {
  const [edit, setEdit] = useState<Edit<Data, Form>>();
  const [conflict, setConflict] = useState<Conflict<Data, Form>>();
  const draft = edit?.draft ?? formOf(record);
  const isDirty = edit !== undefined && changedNames(formOf(edit.base), edit.draft).length > 0;

  const saving = useMutation({
    mutationFn: async ({ base, draft: wanted }: Edit<Data, Form>): Promise<Data | undefined> => {
      let from = base;
      for (let tries = 1; ; tries += 1) {
        try {
          return await save(changesBetween(formOf(base), wanted), from);
        } catch (error) {
          if (!isParleyError(error, 'version_mismatch') || tries === mostTries) throw error;
          const theirs = await reload();
          const names = changedNames(formOf(from), formOf(theirs));
          if (names.length > 0) {
            setConflict({ base, theirs, names });
            return undefined;
          }
          from = theirs;
        }
      }
    },
    onSuccess: (stored) => {
      if (!stored) return;
      onSaved(stored);
      setEdit(undefined);
    },
  });

  const start = (next: Edit<Data, Form>) => {
    setConflict(undefined);
    setEdit(next);
    saving.mutate(next);
  };

  return {
    draft,
    isDirty,
    formOf,
    set: (change) => {
      if (saving.isSuccess) saving.reset();
      setEdit({ base: edit?.base ?? record, draft: { ...draft, ...change } });
    },
    reset: () => {
      setEdit(undefined);
      setConflict(undefined);
      saving.reset();
    },
    save: () => edit && isDirty && !saving.isPending && start(edit),
    pending: saving.isPending,
    saved: saving.data !== undefined && !isDirty,
    error: saving.error,
    conflict,
    takeTheirs: () => {
      if (!conflict) return;
      const { base, theirs } = conflict;
      setEdit({ base: theirs, draft: mergeVersions(formOf(base), draft, formOf(theirs), 'theirs') });
      setConflict(undefined);
    },
    keepMine: () => {
      if (!conflict) return;
      const { base, theirs } = conflict;
      start({ base: theirs, draft: mergeVersions(formOf(base), draft, formOf(theirs), 'mine') });
    },
  };
}
