import { removeTeammate, restoreTeammate, type TeammateView, updateTeammate } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Pencil, Power, RotateCcw, UserCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { nameOfTeammate } from '../app/people.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.tsx';
import { EditPersonDialog } from './edit-person-dialog.tsx';

/** What an administrator can do with a teammate. */
export function PersonMenu({ person, put }: { person: TeammateView; put: (teammate: TeammateView) => void }) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const [dialog, setDialog] = useState<'edit' | 'disable' | 'remove'>();
  const { _id: project_user_id, role, status, trashed, user_available } = person;
  const name = nameOfTeammate(person);
  const close = () => setDialog(undefined);

  const change = useMutation({
    mutationFn: (call: () => Promise<TeammateView>) => call(),
    onSuccess: (stored) => {
      put(stored);
      failures.clear('teammate.change');
      close();
    },
    onError: (error, call) => {
      if (dialog === undefined) failures.show('teammate.change', error, () => change.mutate(call));
    },
  });
  const set = (body: { status?: 'active' | 'disabled'; user_available?: boolean }) =>
    change.mutate(() => updateTeammate(parley, { project_user_id, ...body }));
  const remove = () =>
    change.mutate(async () => {
      const removed = await removeTeammate(parley, { project_user_id });
      toast.add({
        title: t('team.removedToast', { name }),
        actionProps: { children: t('team.restore'), onClick: () => failures.run('teammate.restore', restore) },
      });
      return removed;
    });

  /** Also from the toast, when the row of a removed person is gone. */
  async function restore() {
    put(await restoreTeammate(parley, { project_user_id }));
  }

  const refusal = role === 'owner' && teammate.role !== 'owner' ? t('team.ownersOnly') : undefined;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={t('team.actionsFor', { name })}
            className="inline-flex size-8 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
          >
            <Ellipsis size={16} aria-hidden />
          </button>
        }
      >
        {trashed ? (
          <MenuItem
            icon={<RotateCcw size={16} aria-hidden />}
            onSelect={() => failures.run('teammate.restore', restore)}
            refusal={refusal}
          >
            {t('team.restore')}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setDialog('edit')} refusal={refusal}>
              {t('team.edit')}
            </MenuItem>
            {status === 'active' && (
              <MenuItem
                icon={<UserCheck size={16} aria-hidden />}
                onSelect={() => set({ user_available: !user_available })}
              >
                {t(user_available ? 'team.setUnavailable' : 'team.setAvailable')}
              </MenuItem>
            )}
            <MenuItem
              icon={<Power size={16} aria-hidden />}
              onSelect={() => (status === 'disabled' ? set({ status: 'active' }) : setDialog('disable'))}
              refusal={refusal}
            >
              {t(status === 'disabled' ? 'team.enable' : 'team.disable')}
            </MenuItem>
            <MenuItem
              danger
              icon={<UserMinus size={16} aria-hidden />}
              onSelect={() => setDialog('remove')}
              refusal={refusal}
            >
              {t('team.remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'edit' && <EditPersonDialog person={person} put={put} onClose={close} />}
      {(dialog === 'disable' || dialog === 'remove') && (
        <Confirm
          title={t(dialog === 'remove' ? 'team.removeTitle' : 'team.disableTitle', { name })}
          action={t(dialog === 'remove' ? 'team.remove' : 'team.disable')}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => (dialog === 'remove' ? remove() : set({ status: 'disabled' }))}
          onClose={close}
        >
          <p>{t('team.movesOn', { count: person.number_assigned_requests ?? 0 })}</p>
          <p>{t(dialog === 'remove' ? 'team.removeText' : 'team.disableText')}</p>
        </Confirm>
      )}
    </>
  );
}
