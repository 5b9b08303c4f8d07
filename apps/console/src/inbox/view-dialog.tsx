import { limits, listGroups } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { SavedView } from './saved-views.ts';
import type { ViewWords } from './use-change-views.ts';

interface ViewDialogProps {
  /** The view that is changed; none for a new one. */
  saved: SavedView | undefined;
  /** Admins write shared ones. */
  mayShare: boolean;
  pending: boolean;
  error: unknown;
  onSubmit: (words: ViewWords) => void;
  onClose: () => void;
}

/** What a view is called, and who sees it. */
export function ViewDialog({ saved, mayShare, pending, error, onSubmit, onClose }: ViewDialogProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [visibility, setVisibility] = useState(saved?.record.visibility ?? 'personal');
  const groups = useQuery({
    queryKey: ['groups', projectId, 'names'],
    queryFn: () => listGroups(parley),
    enabled: mayShare,
    staleTime: 60_000,
  });
  return (
    <FormDialog
      title={t(saved ? 'inbox.view.edit' : 'inbox.view.save')}
      pending={pending}
      error={error}
      onClose={onClose}
      onSubmit={(form) => {
        const name = String(form.get('name')).trim();
        if (name !== '') onSubmit({ name, visibility, groups: form.getAll('group').map(String) });
      }}
    >
      {saved?.record.broken && <p className="text-bad">{t('inbox.view.broken')}</p>}
      <Field
        name="name"
        label={t('inbox.view.name')}
        defaultValue={saved?.name}
        maxLength={limits.createView.name.maxLength}
        required
        dir="auto"
        problem={fieldProblem(error, 'name')}
      />
      {mayShare && (
        <SelectField
          label={t('inbox.view.visibility')}
          value={visibility}
          onChange={({ target }) => setVisibility(target.value as ViewWords['visibility'])}
          choices={(['personal', 'shared', 'groups'] as const).map((value) => ({
            value,
            label: t(`inbox.view.visibility.${value}`),
          }))}
          problem={fieldProblem(error, 'groups')}
        />
      )}
      {visibility === 'groups' && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-semibold">{t('inbox.view.groups')}</legend>
          {groups.data?.length === 0 && <p className="text-ink-soft">{t('inbox.view.noGroups')}</p>}
          {(groups.data ?? []).map(({ _id, name }) => (
            <CheckField
              key={_id}
              name="group"
              value={_id}
              label={name}
              defaultChecked={saved?.record.groups?.includes(_id)}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
