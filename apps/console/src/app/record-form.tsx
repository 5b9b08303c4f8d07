import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { type ChangeVerb, type Describe, FormEnd } from './form-end.tsx';
import { fieldProblem } from './problem.ts';
import type { FormStore, Versioned } from './store-form.ts';
import { useVersionedForm, type VersionedForm } from './use-versioned-form.ts';

/** A record that has a page of its own; without an id it is yet to be made. */
interface PageRecord extends Versioned {
  _id: string;
  updatedAt: string;
}

interface RecordFormOptions<Data extends PageRecord, Form extends object> extends FormStore<Data, Form> {
  record: Data;
  /** Of the list that the record is in. */
  listKey: QueryKey;
  /** Of the record, where it is read by itself. */
  recordKey?: (id: string) => QueryKey;
  /** The page of the record, once it is made here. */
  pageOf?: (id: string) => Pick<LinkProps, 'to' | 'params'>;
}

interface RecordForm<Data extends PageRecord, Form extends object> extends VersionedForm<Data, Form> {
  isNew: boolean;
}

/** The form of a record with a page of its own. A new one can be stored as it is suggested; its page opens then. */
export function useRecordForm<Data extends PageRecord, Form extends object>({
  listKey,
  recordKey,
  pageOf,
  ...store
}: RecordFormOptions<Data, Form>): RecordForm<Data, Form> {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isNew = store.record._id === '';
  const form = useVersionedForm({
    ...store,
    onSaved: (stored) => {
      if (recordKey) client.setQueryData(recordKey(stored._id), stored);
      void client.invalidateQueries({ queryKey: listKey });
      if (isNew && pageOf) void navigate({ ...pageOf(stored._id), ignoreBlocker: true, replace: true });
    },
  });
  return { ...form, isNew };
}

interface RecordFormPageProps<Data extends PageRecord, Form extends object> {
  form: RecordForm<Data, Form>;
  children: ReactNode;
}

/** The frame of the form: what it holds are its sections. */
export function RecordFormPage<Data extends PageRecord, Form extends object>(props: RecordFormPageProps<Data, Form>) {
  const { form, children } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isNew && !form.isDirty) form.store({});
        else form.save();
      }}
    >
      {children}
    </form>
  );
}

interface RecordFormEndProps<Data extends PageRecord, Form extends object> {
  form: RecordForm<Data, Form>;
  /** What the members are called, or each with what it holds, in words. */
  names: Record<keyof Form, string> | Describe<Form>;
  /** Of such a record, where the activity log has one. */
  verb?: ChangeVerb;
  /** Why it cannot be saved as it is. */
  refusal?: string | undefined;
}

/** The end of the form. */
export function RecordFormEnd<Data extends PageRecord, Form extends object>(props: RecordFormEndProps<Data, Form>) {
  const { form, names, verb, refusal } = props;
  const describe: Describe<Form> =
    typeof names === 'function' ? names : (name, state) => ({ label: names[name], value: shownValue(state[name]) });
  return <FormEnd form={form} isNew={form.isNew} verb={verb} describe={describe} refusal={refusal} />;
}

function shownValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface Named {
  name: string;
  description: string;
  enabled?: boolean;
}

interface NameFieldsProps<Draft extends Named> {
  draft: Draft;
  set: (change: Partial<Named>) => void;
  names: Record<keyof Named & keyof Draft, string>;
  limits: { name: { maxLength?: number }; description?: { maxLength?: number } };
  error: unknown;
  enabledHelp?: string;
}

/** What a record is called, what it is for and, where it can be off, whether it is on. */
export function NameFields<Draft extends Named>(props: NameFieldsProps<Draft>) {
  const { draft, set, names, limits, error, enabledHelp } = props;
  return (
    <>
      <Field
        label={names.name}
        value={draft.name}
        required
        dir="auto"
        maxLength={limits.name.maxLength}
        onChange={({ target }) => set({ name: target.value })}
        problem={fieldProblem(error, 'name')}
      />
      <Field
        label={names.description}
        value={draft.description}
        dir="auto"
        maxLength={limits.description?.maxLength}
        onChange={({ target }) => set({ description: target.value })}
        problem={fieldProblem(error, 'description')}
      />
      {draft.enabled !== undefined && (
        <CheckField
          label={names.enabled}
          checked={draft.enabled}
          onChange={({ target }) => set({ enabled: target.checked })}
          help={enabledHelp}
        />
      )}
    </>
  );
}
