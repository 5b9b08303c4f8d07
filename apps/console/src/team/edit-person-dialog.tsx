import { getTeammate, limits, type TeammateView, updateTeammate } from '@parley/sdk';

import { nameOfTeammate } from '../app/people.ts';
import { fieldProblem } from '../app/problem.ts';
import { RecordDialog } from '../app/record-dialog.tsx';
import type { Role } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { limitOf, rolesToGive, roleWords } from './teammate.ts';

interface EditPersonDialogProps {
  person: TeammateView;
  put: (teammate: TeammateView) => void;
  onClose: () => void;
}

interface PersonForm {
  role: Role;
  /** Conversations at once; empty: no limit of their own. */
  limit: string;
}

/** Role, and how many conversations at once. */
export function EditPersonDialog({ person, put, onClose }: EditPersonDialogProps) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const project_user_id = person._id;
  const roleLabel = (role: Role) => t(roleWords[role] ?? 'team.role.none');
  return (
    <RecordDialog<TeammateView, PersonForm>
      title={nameOfTeammate(person)}
      record={person}
      formOf={(record) => ({ role: (record.role ?? 'agent') as Role, limit: String(limitOf(record) ?? '') })}
      save={({ role, limit }, from) =>
        updateTeammate(
          parley,
          {
            project_user_id,
            ...(role && { role }),
            ...(limit !== undefined && { max_served_chat: limit === '' ? -1 : Number(limit) }),
          },
          { ifMatch: etagOf(from) },
        )
      }
      reload={() => getTeammate(parley, { project_user_id })}
      verb="PROJECT_USER_UPDATE"
      describe={(name, { role, limit }) =>
        name === 'role'
          ? { label: t('team.role'), value: roleLabel(role) }
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
            onChange={({ target }) => set({ role: target.value as Role })}
            choices={rolesToGive(teammate.role).map((value) => ({ value, label: roleLabel(value) }))}
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
