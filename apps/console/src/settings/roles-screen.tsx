import { createRole, deleteRole, limits, listRoles, type RoleView, updateRole } from '@parley/sdk';
import { Plus, UserCog } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, notLoaded, problemOf } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useCustomRoles } from '../app/use-custom-roles.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { RadioField, SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { changedRights, fitsVisibility, formOf, givableRights, type RoleForm, rightsOfRole } from './rights.ts';
import { RightsField } from './rights-field.tsx';
import { RowActions } from './row-actions.tsx';

const visibilities = ['all', 'departments', 'own'] as const;
const newRole = { _id: '', __v: 0, updatedAt: '', name: '', base: 'agent', visibility: 'all', rights: {} } as RoleView;

/** Roles beside the three that every project has. */
export function RolesScreen() {
  const t = useTexts();
  const query = useCustomRoles();
  const [edited, setEdited] = useState<RoleView>();
  const [removed, setRemoved] = useState<RoleView>();
  const add = (
    <Button look="primary" onClick={() => setEdited(newRole)}>
      <Plus size={16} aria-hidden />
      {t('settings.roles.new')}
    </Button>
  );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data?.length === 0 && (
        <Empty icon={<UserCog size={28} strokeWidth={1.5} />} title={t('settings.roles.none')} action={add}>
          {t('settings.roles.noneText')}
        </Empty>
      )}
      {query.data && query.data.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-soft">{t('settings.roles.help')}</p>
            {add}
          </div>
          <RoleTable roles={query.data} onEdit={setEdited} onRemove={setRemoved} />
        </>
      )}
      {edited && (
        <RoleDialog record={edited} onStored={() => void query.refetch()} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <RemoveRole role={removed} onRemoved={() => void query.refetch()} onClose={() => setRemoved(undefined)} />
      )}
    </div>
  );
}

function RoleTable({
  roles,
  onEdit,
  onRemove,
}: {
  roles: readonly RoleView[];
  onEdit: (role: RoleView) => void;
  onRemove: (role: RoleView) => void;
}) {
  const t = useTexts();
  return (
    <Table
      label={t('settings.roles')}
      rows={roles}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          title: t('settings.roles.name'),
          cell: ({ name, base }) => (
            <>
              <bdi className="font-semibold">{name}</bdi>
              <span className="block text-small text-ink-soft">
                {t('settings.roles.basedOn', { role: t(`settings.tokens.role.${base}`) })}
              </span>
            </>
          ),
        },
        {
          id: 'visibility',
          title: t('settings.roles.visibility'),
          folds: true,
          cell: ({ visibility }) => t(`settings.roles.visibility.${visibility}`),
        },
        {
          id: 'rights',
          title: t('settings.roles.rights'),
          folds: true,
          cell: ({ effective_rights }) =>
            t('settings.roles.count', { count: effective_rights.length, all: givableRights.length }),
        },
        {
          id: 'actions',
          title: t('settings.actions'),
          isActions: true,
          cell: (role) => <RowActions name={role.name} onEdit={() => onEdit(role)} onRemove={() => onRemove(role)} />,
        },
      ]}
    />
  );
}

function RoleDialog({ record, onStored, onClose }: { record: RoleView; onStored: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const isNew = record === newRole;
  return (
    <RecordDialog<RoleView, RoleForm>
      wide
      title={t(isNew ? 'settings.roles.new' : 'settings.roles.edit')}
      record={record}
      formOf={formOf}
      save={({ rights, ...changes }, from) => {
        const own = formOf(from);
        const { base, name, visibility } = { ...own, ...changes };
        const changed = changedRights({ base, rights: rights ?? own.rights });
        if (isNew) return createRole(parley, { name, base, visibility, rights: changed });
        return updateRole(
          parley,
          {
            role_id: from._id,
            ...(changes.name !== undefined && { name }),
            ...(changes.visibility !== undefined && { visibility }),
            ...(rights && { rights: changed }),
          },
          { ifMatch: etagOf(from) },
        );
      }}
      reload={async () => {
        const stored = (await listRoles(parley, { limit: 50 })).find(({ _id }) => _id === record._id);
        if (!stored) throw notLoaded(new Error('the role is gone'));
        return stored;
      }}
      describe={(name, form) => ({
        label: t(name === 'base' ? 'settings.roles.base' : `settings.roles.${name}`),
        value: shownValue(name, form),
      })}
      onStored={onStored}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <Field
            label={t('settings.roles.name')}
            dir="auto"
            required
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            maxLength={limits.createRole.name?.maxLength}
            problem={fieldProblem(error, 'name')}
          />
          {isNew && (
            <SelectField
              label={t('settings.roles.base')}
              value={draft.base}
              onChange={({ target }) => {
                const base = target.value === 'admin' ? 'admin' : 'agent';
                set({ base, rights: rightsOfRole(base) });
              }}
              choices={(['agent', 'admin'] as const).map((value) => ({
                value,
                label: t(`settings.tokens.role.${value}`),
              }))}
              help={t('settings.roles.baseHelp')}
            />
          )}
          <RadioField
            label={t('settings.roles.visibility')}
            value={draft.visibility}
            choices={visibilities.map((value) => ({
              value,
              label: t(`settings.roles.visibility.${value}`),
              about: t(`settings.roles.visibility.${value}Help`),
            }))}
            onChange={(visibility) => set({ visibility })}
          />
          <RightsField
            label={t('settings.roles.rights')}
            offered={givableRights}
            selected={draft.rights}
            onChange={(rights) => set({ rights })}
            refusalOf={(right) =>
              fitsVisibility(right, draft.visibility) ? undefined : t('settings.rights.needsWholeProject')
            }
          />
        </>
      )}
    </RecordDialog>
  );

  function shownValue(name: keyof RoleForm, form: RoleForm): string {
    if (name === 'rights') return form.rights.map((right) => t(`settings.right.${right}`)).join(', ');
    if (name === 'visibility') return t(`settings.roles.visibility.${form.visibility}`);
    return form[name];
  }
}

function RemoveRole({ role, onRemoved, onClose }: { role: RoleView; onRemoved: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  return (
    <ConfirmCall
      title={t('settings.roles.removeTitle', { name: role.name })}
      action={t('state.remove')}
      call={() => deleteRole(parley, { role_id: role._id })}
      onDone={() => {
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    >
      <p>{t('settings.roles.removeText')}</p>
    </ConfirmCall>
  );
}
