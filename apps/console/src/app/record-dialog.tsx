import { type ReactNode, useState } from 'react';

import { FormDialog } from '../ui/form-dialog.tsx';
import { ChangedMeanwhile, type ChangeVerb, type Describe } from './form-end.tsx';
import type { FormStore, Versioned } from './store-form.ts';
import { useVersionedForm, type VersionedForm } from './use-versioned-form.ts';

interface RecordDialogProps<Data extends Versioned & { updatedAt: string }, Form extends object>
  extends FormStore<Data, Form> {
  title: string;
  /** What the form begins from; of a record that is yet to be made, what is suggested. */
  record: Data;
  /** Of such a record, where the activity log has one. */
  verb?: ChangeVerb;
  describe: Describe<Form>;
  onStored: (record: Data) => void;
  onClose: () => void;
  wide?: boolean;
  children: (form: VersionedForm<Data, Form>) => ReactNode;
}

/** A short form over a record with a version. */
export function RecordDialog<Data extends Versioned & { updatedAt: string }, Form extends object>({
  title,
  record,
  verb,
  describe,
  onStored,
  onClose,
  wide,
  children,
  ...store
}: RecordDialogProps<Data, Form>) {
  // Frames go on changing the record meanwhile.
  const [begun] = useState(record);
  const form = useVersionedForm({
    ...store,
    record: begun,
    onSaved: (stored) => {
      onStored(stored);
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      onSubmit={form.isDirty ? form.save : onClose}
      onClose={onClose}
      pending={form.pending}
      error={form.error}
      {...(wide && { wide })}
    >
      {children(form)}
      <ChangedMeanwhile form={form} verb={verb} describe={describe} />
    </FormDialog>
  );
}
