import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { changedNames, changesBetween, mergeVersions } from './merge-versions.ts';
import { type Conflict, type FormStore, storeForm, type Versioned } from './store-form.ts';

interface Options<Data extends Versioned, Form extends object> extends FormStore<Data, Form> {
  /** The newest state that is known. */
  record: Data;
  /** To keep the stored record. */
  onSaved: (record: Data) => void;
}

export interface VersionedForm<Data extends Versioned, Form extends object> {
  draft: Form;
  set: (change: Partial<Form>) => void;
  isDirty: boolean;
  /** Forgets what was changed. */
  reset: () => void;
  save: () => void;
  /** Stores a change at once: of a switch, which has no button to save it. */
  store: (change: Partial<Form>) => void;
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
    mutationFn: (wanted: Edit<Data, Form>) => storeForm({ formOf, save, reload }, wanted),
    onSuccess: (outcome, sent) => {
      if ('conflict' in outcome) return setConflict(outcome.conflict);
      const { stored } = outcome;
      onSaved(stored);
      // What was typed meanwhile stays.
      setEdit((now) =>
        now === undefined || now === sent
          ? undefined
          : { base: stored, draft: { ...formOf(stored), ...changesBetween(sent.draft, now.draft) } },
      );
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
    store: (change) => !saving.isPending && start({ base: edit?.base ?? record, draft: { ...draft, ...change } }),
    pending: saving.isPending,
    saved: saving.data !== undefined && 'stored' in saving.data && !isDirty,
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
