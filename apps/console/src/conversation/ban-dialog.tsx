import { banVisitor, liftBan, type ProjectView } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';

interface BanDialogProps {
  /** Principal id. */
  visitor: string;
  name: string;
  onClose: () => void;
}

/** Keeps a visitor out of the project, at a second step; it can be taken back at once, and later in the settings. */
export function BanDialog({ visitor, name, onClose }: BanDialogProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const put = (stored: ProjectView) => queries.setQueryData(['project', projectId], stored);
  const lift = useMutation({
    mutationFn: (banid: string) => liftBan(parley, { banid }),
    onSuccess: put,
    meta: { action: 'ban.lift' },
  });
  const ban = useMutation({
    mutationFn: () => banVisitor(parley, { id: visitor }),
    onSuccess: (stored) => {
      put(stored);
      const banid = stored.bannedUsers?.find(({ id }) => id === visitor)?._id;
      toast.add({
        title: t('ban.done', { name }),
        ...(banid && { actionProps: { children: t('conversation.undo'), onClick: () => lift.mutate(banid) } }),
      });
      onClose();
    },
  });
  return (
    <Confirm
      title={t('ban.title', { name })}
      action={t('ban.action')}
      pending={ban.isPending}
      error={ban.error}
      onConfirm={() => ban.mutate()}
      onClose={onClose}
    >
      <p>{t('ban.text')}</p>
    </Confirm>
  );
}
