import { isParleyError, limits, type TeammateView, updateTeammate } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { nameOfTeammate } from '../app/people.ts';
import { fieldProblem } from '../app/problem.ts';
import type { Role } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog, Refusal } from '../ui/form-dialog.tsx';
import { limitOf, rolesToGive, roleWords } from './teammate.ts';

interface EditPersonDialogProps {
  person: TeammateView;
  put: (teammate: TeammateView) => void;
  onClose: () => void;
}

/** Role, and how many conversations at once. */
export function EditPersonDialog({ person, put, onClose }: EditPersonDialogProps) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  // What the form began from: frames go on changing the record meanwhile.
  const [base] = useState(person);
  const save = useMutation({
    mutationFn: (change: { role?: Role; max_served_chat?: number }) =>
      updateTeammate(parley, { project_user_id: base._id, ...change }, { ifMatch: etagOf(base) }),
    onSuccess: (stored) => {
      put(stored);
      onClose();
    },
  });
  const isStale = isParleyError(save.error, 'version_mismatch');

  function submit(form: FormData) {
    const role = String(form.get('role')) as Role;
    const limit = String(form.get('limit')).trim();
    const max_served_chat = limit === '' ? -1 : Number(limit);
    save.mutate({
      ...(role !== base.role && { role }),
      ...(max_served_chat !== (limitOf(base) ?? -1) && { max_served_chat }),
    });
  }

  return (
    <FormDialog
      title={nameOfTeammate(base)}
      onSubmit={submit}
      onClose={onClose}
      pending={save.isPending}
      error={isStale ? null : save.error}
    >
      <SelectField
        label={t('team.role')}
        name="role"
        defaultValue={base.role ?? 'agent'}
        choices={rolesToGive(teammate.role).map((value) => ({ value, label: t(roleWords[value] ?? 'team.role.none') }))}
        help={t('team.roleHelp')}
        problem={fieldProblem(save.error, 'role')}
      />
      <Field
        label={t('team.limit')}
        name="limit"
        type="number"
        min={0}
        max={limits.updateTeammate.max_served_chat?.maximum}
        defaultValue={limitOf(base) ?? ''}
        help={t('team.limitHelp')}
        problem={fieldProblem(save.error, 'max_served_chat')}
      />
      {isStale && <Refusal>{t('team.changedMeanwhile')}</Refusal>}
    </FormDialog>
  );
}
