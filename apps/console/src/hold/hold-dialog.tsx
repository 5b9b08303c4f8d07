import { createHold, deleteHold, limits } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { HoldLines } from './hold-lines.tsx';
import { type HeldRecord, useHolds } from './use-holds.ts';

/** Places a legal hold on a conversation or contact, or ends the one that it has. */
export function HoldDialog({ of, onClose }: { of: HeldRecord; onClose: () => void }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const queries = useQueryClient();
  const query = useHolds(of);
  const change = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: ['holds', projectId] });
    },
  });
  const act = { pending: change.isPending, error: change.error, onClose };

  if (!query.data)
    return (
      <Dialog open title={t('hold.title')} onClose={onClose} closeLabel={t('state.close')}>
        {query.isError ? (
          <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </Dialog>
    );
  const own = query.data.find((hold) => hold.kind === of.kind && [hold.record, hold.request_id].includes(of.record));
  if (own)
    return (
      <Confirm
        title={t('hold.title')}
        action={t('hold.end')}
        onConfirm={() => change.mutate(() => deleteHold(parley, { hold_id: own._id }))}
        {...act}
      >
        <HoldLines holds={query.data} />
        <p>{t('hold.endText')}</p>
      </Confirm>
    );
  return (
    <FormDialog
      title={t('hold.title')}
      action={t('hold.place')}
      onSubmit={(form) =>
        change.mutate(() => createHold(parley, { ...of, reason: String(form.get('reason') ?? '').trim() }))
      }
      {...act}
    >
      <p>{t('hold.help')}</p>
      <HoldLines holds={query.data} />
      <TextArea
        name="reason"
        label={t('hold.reason')}
        required
        maxLength={limits.createHold.reason?.maxLength}
        problem={fieldProblem(change.error, 'reason')}
      />
    </FormDialog>
  );
}
