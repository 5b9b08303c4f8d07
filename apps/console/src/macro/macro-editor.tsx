import { createMacro, getMacro, limits, type MacroView, updateMacro } from '@parley/sdk';

import { ActionFields } from '../action/action-fields.tsx';
import { isWhole } from '../action/actions.ts';
import { NameFields, RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { ListChoice } from '../condition/condition-row.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Section } from '../ui/page.tsx';
import { Refusal } from '../ui/states.tsx';
import { bodyOf, draftOf, isShared, type MacroDraft, pageOf } from './macros.ts';

/** The form of one macro, stored or not yet. @param position that of a new one */
export function MacroEditor({ macro, position }: { macro: MacroView; position: number }) {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const departments = useDepartments();
  const isAdmin = isAtLeast(teammate.role, 'admin');
  const isNew = macro._id === '';
  const form = useRecordForm<MacroView, MacroDraft>({
    listKey: ['macros', projectId],
    pageOf: (id) => pageOf(projectId, id),
    record: macro,
    formOf: draftOf,
    save: (changes, from) => {
      const body = bodyOf({ ...draftOf(from), ...changes });
      if (isNew) return createMacro(parley, { ...body, position });
      return updateMacro(parley, { macro_id: from._id, ...body }, { ifMatch: etagOf(from) });
    },
    reload: () => getMacro(parley, { macro_id: macro._id }),
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
    <RecordFormPage form={form}>
      {isShared(macro) && !isAdmin && (
        <div className="mb-4 max-w-3xl">
          <Refusal>{t('macro.adminsOnly')}</Refusal>
        </div>
      )}
      <Section title={t('macro.one')}>
        <NameFields draft={draft} set={set} names={names} limits={limits.createMacro} error={error} />
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
        <RecordFormEnd form={form} names={names} refusal={isReady ? undefined : t('action.missing')} />
      </Section>
    </RecordFormPage>
  );
}
