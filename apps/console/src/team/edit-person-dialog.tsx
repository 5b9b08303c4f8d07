import { getTeammate, limits, type TeammateView, updateTeammate } from '@parley/sdk';

import { nameOfTeammate } from '../app/people.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import type { Role } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useCustomRoles } from '../app/use-custom-roles.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { limitOf, rolesToGive, roleWords, useRoleName } from './teammate.ts';

interface EditPersonDialogProps {
  person: TeammateView;
  put: (teammate: TeammateView) => void;
  onClose: () => void;
}

interface PersonForm {
  /** A role of every project, or the id of a custom one. */
  role: string;
  /** Conversations at once; empty: no limit of their own. */
  limit: string;
}

/** Role, and how many conversations at once. */
export function EditPersonDialog({ person, put, onClose }: EditPersonDialogProps) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const project_user_id = person._id;
  const roles = useCustomRoles();
  const nameOfRole = useRoleName();
  const labelOf = (role: string) => t(roleWords[role] ?? 'team.role.none');
  const own = roles.data?.map(({ _id: value, name, base }) => ({
    value,
    label: t('team.role.basedOn', { name, role: labelOf(base) }),
  }));
  return (
    <RecordDialog<TeammateView, PersonForm>
      title={nameOfTeammate(person)}
      record={person}
      formOf={(record) => ({ role: record.role_id ?? record.role ?? 'agent', limit: String(limitOf(record) ?? '') })}
      save={({ role, limit }, from) =>
        updateTeammate(
          parley,
          {
            project_user_id,
            ...(role !== undefined && roleBody(role)),
            ...(limit !== undefined && { max_served_chat: limit === '' ? -1 : Number(limit) }),
          },
          { ifMatch: etagOf(from) },
        )
      }
      reload={() => getTeammate(parley, { project_user_id })}
      verb="PROJECT_USER_UPDATE"
      describe={(name, { role, limit }) =>
        name === 'role'
          ? { label: t('team.role'), value: nameOfRole({ role, role_id: role }) }
          : { label: t('team.limit'), value: limit || t('team.noLimit') }
      }
      onStored={put}
      onClose={onClose}
    >
      {({ draft, set, error }) => (
        <>
          <SelectField
            label={t('team.role')}
            value={draft.role}
            onChange={({ target }) => set({ role: target.value })}
            choices={[
              ...rolesToGive(teammate.role).map((value) => ({ value, label: labelOf(value) })),
              ...(own ?? (person.role_id ? [{ value: person.role_id, label: nameOfRole(person) }] : [])),
            ]}
            help={t('team.roleHelp')}
            problem={fieldProblem(error, 'role')}
          />
          <Field
            label={t('team.limit')}
            type="number"
            min={0}
            max={limits.updateTeammate.max_served_chat?.maximum}
            value={draft.limit}
            onChange={({ target }) => set({ limit: target.value })}
            help={t('team.limitHelp')}
            problem={fieldProblem(error, 'max_served_chat')}
          />
        </>
      )}
    </RecordDialog>
  );
}

/** What gives a role; one of every project takes a custom one away. */
function roleBody(role: string) {
  return role in roleWords ? { role: role as Role, role_id: '' } : { role_id: role };
}
