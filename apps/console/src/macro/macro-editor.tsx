import { createMacro, getMacro, limits, type MacroView, updateMacro } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { ActionFields } from '../action/action-fields.tsx';
import { isWhole } from '../action/actions.ts';
import { FormEnd } from '../app/form-end.tsx';
import { fieldProblem } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { ListChoice } from '../condition/condition-row.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Refusal } from '../ui/states.tsx';
import { bodyOf, draftOf, isShared, type MacroDraft } from './macros.ts';

/** The form of one macro, stored or not yet. @param position that of a new one */
export function MacroEditor({ macro, position }: { macro: MacroView; position: number }) {
  const t = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { parley, projectId, teammate } = useWorkplace();
  const departments = useDepartments();
  const isAdmin = isAtLeast(teammate.role, 'admin');
  const isNew = macro._id === '';
  const form = useVersionedForm<MacroView, MacroDraft>({
    record: macro,
    formOf: draftOf,
    save: (changes, from) => {
      const body = bodyOf({ ...draftOf(from), ...changes });
      if (isNew) return createMacro(parley, { ...body, position });
      return updateMacro(parley, { macro_id: from._id, ...body }, { ifMatch: etagOf(from) });
    },
    reload: () => getMacro(parley, { macro_id: macro._id }),
    onSaved: (stored) => {
      void client.invalidateQueries({ queryKey: ['macros', projectId] });
      const params = { project: projectId, macro: stored._id };
      if (isNew)
        void navigate({ to: '/$project/settings/macros/{-$macro}', params, ignoreBlocker: true, replace: true });
    },
  });
  const { draft, set, error } = form;
  const { actions } = draft;
  const isReady = actions.length > 0 && actions.every(({ action }) => isWhole(action));
  const names: Record<keyof MacroDraft, string> = {
    name: t('macro.name'),
    description: t('macro.description'),
    visibility: t('macro.share'),
    departments: t('macro.departments'),
    actions: t('action.title'),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew && !form.isDirty) form.store({});
        else form.save();
      }}
    >
      {isShared(macro) && !isAdmin && (
        <div className="mb-4 max-w-3xl">
          <Refusal>{t('macro.adminsOnly')}</Refusal>
        </div>
      )}
      <Section title={t('macro.one')}>
        <Field
          label={names.name}
          value={draft.name}
          required
          dir="auto"
          maxLength={limits.createMacro.name.maxLength}
          onChange={({ target }) => set({ name: target.value })}
          problem={fieldProblem(error, 'name')}
        />
        <Field
          label={names.description}
          value={draft.description}
          dir="auto"
          maxLength={limits.createMacro.description?.maxLength}
          onChange={({ target }) => set({ description: target.value })}
          problem={fieldProblem(error, 'description')}
        />
        {isAdmin && (
          <CheckField
            label={names.visibility}
            checked={isShared(draft)}
            onChange={({ target }) => set({ visibility: target.checked ? 'shared' : 'personal' })}
            help={t('macro.shareHelp')}
          />
        )}
        {departments.length > 1 && (
          <div>
            <p className="font-semibold">{names.departments}</p>
            <p className="text-small text-ink-soft">{t('macro.departmentsHelp')}</p>
            <ListChoice
              aria-label={names.departments}
              choices={departments.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={draft.departments.join('\n')}
              onChange={(chosen) => set({ departments: chosen.split('\n').filter(Boolean) })}
            />
          </div>
        )}
      </Section>
      <Section title={names.actions} help={t('action.help')}>
        <ActionFields actions={actions} of="macro" error={error} onChange={(changed) => set({ actions: changed })} />
        <FormEnd
          form={isNew ? { ...form, isDirty: true } : form}
          {...(!form.isDirty && { leaves: () => false })}
          describe={(name, state) => ({ label: names[name], value: shownValue(state[name]) })}
          refusal={isReady ? undefined : t('action.missing')}
        />
      </Section>
    </form>
  );
}

function shownValue(value: MacroDraft[keyof MacroDraft]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
