import { inviteTeammate, limits, type TeammateView } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toasts.tsx';

/** Invites by e-mail address: a person who has an account joins at once, another by the link of the mail. */
export function InviteDialog({ onJoined, onClose }: { onJoined: (one: TeammateView) => void; onClose: () => void }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim();
      return inviteTeammate(parley, {
        email: text('email'),
        role: text('role') as 'agent' | 'admin',
        ...(text('firstname') && { firstname: text('firstname') }),
        ...(text('lastname') && { lastname: text('lastname') }),
        user_available: form.get('available') === 'on',
      });
    },
    onSuccess: (answer, form) => {
      const email = String(form.get('email'));
      const isPending = 'pendingInvitation' in answer;
      if (!isPending) onJoined(answer);
      void queries.invalidateQueries({ queryKey: [isPending ? 'invitations' : 'team', projectId] });
      toast.add({ title: t(isPending ? 'team.invited' : 'team.joined', { email }) });
      onClose();
    },
  });

  const { error } = invite;
  const names = limits.inviteTeammate;
  return (
    <FormDialog
      title={t('team.inviteTitle')}
      action={t('team.sendInvitation')}
      onSubmit={(form) => invite.mutate(form)}
      onClose={onClose}
      pending={invite.isPending}
      error={error}
    >
      <Field
        label={t('team.email')}
        name="email"
        type="email"
        required
        maxLength={names.email?.maxLength}
        problem={fieldProblem(error, 'email')}
      />
      <SelectField
        label={t('team.role')}
        name="role"
        choices={[
          { value: 'agent', label: t('team.role.agent') },
          { value: 'admin', label: t('team.role.admin') },
        ]}
        help={t('team.roleHelp')}
        problem={fieldProblem(error, 'role')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('team.firstname')}
          name="firstname"
          maxLength={names.firstname?.maxLength}
          problem={fieldProblem(error, 'firstname')}
        />
        <Field
          label={t('team.lastname')}
          name="lastname"
          maxLength={names.lastname?.maxLength}
          problem={fieldProblem(error, 'lastname')}
        />
      </div>
      <CheckField label={t('team.availableAtOnce')} name="available" defaultChecked />
    </FormDialog>
  );
}
