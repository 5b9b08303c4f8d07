import { createDepartment, type DepartmentRecordView, getDepartment, limits, updateDepartment } from '@parley/sdk';

import { departmentName } from '../app/department-name.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordFormEnd, RecordFormPage, useRecordForm } from '../app/record-form.tsx';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { CheckList } from './check-list.tsx';
import { bodyOfDepartment, type DepartmentForm, formOfDepartment } from './department-form.ts';
import { RoutingField, routingWords } from './routing-field.tsx';
import { useBots, useGroups } from './use-lists.ts';

/** The form of a department; agents read it. */
export function DepartmentEditor({ department }: { department: DepartmentRecordView }) {
  const t = useTexts();
  const { parley, projectId, teammate } = useWorkplace();
  const groups = useGroups();
  const bots = useBots();
  const department_id = department._id;
  const isNew = department_id === '';
  const isAdmin = isAtLeast(teammate.role, 'admin');

  const form = useRecordForm({
    listKey: ['departments', projectId],
    recordKey: (id) => ['department', projectId, id],
    pageOf: (id) => ({ to: '/$project/team/departments/$department', params: { project: projectId, department: id } }),
    record: department,
    formOf: formOfDepartment,
    save: (changes, from) => {
      const body = bodyOfDepartment(changes, from);
      return isNew
        ? createDepartment(parley, { routing: 'assigned', ...body, name: body.name ?? '' })
        : updateDepartment(parley, { department_id, ...body }, { ifMatch: etagOf(from) });
    },
    reload: async () => (await getDepartment(parley, { department_id })) as DepartmentRecordView,
  });
  const { draft, set, error } = form;
  const bound = limits.updateDepartment;
  const nameIn = (list: readonly { _id: string; name: string }[] | undefined, id: string) =>
    list?.find(({ _id }) => _id === id)?.name ?? t('team.unknown');

  function describe(name: keyof DepartmentForm, state: DepartmentForm) {
    const yesNo = (value: boolean) => t(value ? 'team.yes' : 'team.no');
    const words: Record<keyof DepartmentForm, { label: string; value: string }> = {
      name: { label: t('team.name'), value: state.name },
      description: { label: t('team.description'), value: state.description },
      routing: { label: t('team.routing'), value: t(routingWords[state.routing] ?? 'team.unknown') },
      id_bot: { label: t('team.bot'), value: state.id_bot ? nameIn(bots.data, state.id_bot) : t('team.noBot') },
      groups: {
        label: t('team.groups'),
        value: state.groups.map((id) => nameIn(groups.data, id)).join(', ') || t('team.everyone'),
      },
      visible: { label: t('team.visible'), value: yesNo(state.visible) },
      default: { label: t('team.isDefault'), value: yesNo(state.default) },
      online_msg: { label: t('team.onlineText'), value: state.online_msg },
      offline_msg: { label: t('team.offlineText'), value: state.offline_msg },
    };
    return words[name];
  }

  return (
    <RecordFormPage form={form}>
      <Section title={isNew ? t('team.newDepartment') : departmentName(department.name, t)}>
        <fieldset disabled={!isAdmin} className="flex min-w-0 flex-col gap-4">
          <Field
            label={t('team.name')}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            required
            maxLength={bound.name?.maxLength}
            problem={fieldProblem(error, 'name')}
          />
          <TextArea
            label={t('team.description')}
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
            rows={2}
            maxLength={bound.description?.maxLength}
            problem={fieldProblem(error, 'description')}
          />
          <RoutingField value={draft.routing} onChange={(routing) => set({ routing })} />
          <SelectField
            label={t('team.bot')}
            value={draft.id_bot}
            onChange={(event) => set({ id_bot: event.target.value })}
            choices={[
              { value: '', label: t('team.noBot') },
              ...(bots.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            help={t('team.botHelp')}
            problem={fieldProblem(error, 'id_bot')}
          />
          <CheckList
            label={t('team.groups')}
            choices={(groups.data ?? []).map(({ _id, name, enabled }) => ({
              value: _id,
              label: name,
              ...(!enabled && { hint: t('team.groupOff') }),
            }))}
            selected={draft.groups}
            onChange={(ids) => set({ groups: ids })}
            help={t('team.groupsHelp')}
            problem={fieldProblem(error, 'groups') ?? fieldProblem(error, 'id_group')}
          />
          <TextArea
            label={t('team.onlineText')}
            value={draft.online_msg}
            onChange={(event) => set({ online_msg: event.target.value })}
            rows={2}
            maxLength={bound.online_msg?.maxLength}
            help={t('team.onlineTextHelp')}
            problem={fieldProblem(error, 'online_msg')}
          />
          <TextArea
            label={t('team.offlineText')}
            value={draft.offline_msg}
            onChange={(event) => set({ offline_msg: event.target.value })}
            rows={2}
            maxLength={bound.offline_msg?.maxLength}
            help={t('team.offlineTextHelp')}
            problem={fieldProblem(error, 'offline_msg')}
          />
          <CheckField
            label={t('team.visible')}
            checked={draft.visible}
            onChange={(event) => set({ visible: event.target.checked })}
            help={t('team.visibleHelp')}
          />
          <CheckField
            label={t('team.isDefault')}
            checked={draft.default}
            disabled={department.default}
            onChange={(event) => set({ default: event.target.checked })}
            help={t(department.default ? 'team.defaultStays' : 'team.isDefaultHelp')}
          />
        </fieldset>
        {isAdmin && <RecordFormEnd form={form} verb="DEPARTMENT_UPDATE" names={describe} />}
      </Section>
    </RecordFormPage>
  );
}
