import { replayDeliveries } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Replay } from './replay-progress.tsx';

const dayMs = 86_400_000;

/** Sends what failed or was skipped within a time again. */
export function ReplayDialog({
  subscriptionId,
  onQueued,
  onClose,
}: {
  subscriptionId: string;
  onQueued: (replay: Replay) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const replay = useMutation({
    mutationFn: async (form: FormData): Promise<Replay> => {
      const time = (name: string) => new Date(String(form.get(name))).toISOString();
      const [from, to] = [time('from'), time('to')];
      const { queued } = await replayDeliveries(parley, { subscription_id: subscriptionId, from, to });
      return { from, to, queued };
    },
    onSuccess: (queued) => {
      // The bar shows the number.
      if (queued.queued === 0) toast.add({ title: t('settings.replay.none') });
      onQueued(queued);
      onClose();
    },
  });
  const { error } = replay;
  return (
    <FormDialog
      title={t('settings.replay.several')}
      action={t('settings.replay.send')}
      onSubmit={(form) => replay.mutate(form)}
      onClose={onClose}
      pending={replay.isPending}
      error={error}
    >
      <p>{t('settings.replay.text')}</p>
      <Field
        label={t('settings.replay.from')}
        name="from"
        type="datetime-local"
        required
        defaultValue={localTime(Date.now() - dayMs)}
        problem={fieldProblem(error, 'from')}
      />
      <Field
        label={t('settings.replay.to')}
        name="to"
        type="datetime-local"
        required
        defaultValue={localTime(Date.now() + 60_000)}
        problem={fieldProblem(error, 'to')}
      />
    </FormDialog>
  );
}

/** A time as the browser’s field wants it, in the browser’s zone. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
