import { useLingui } from '@lingui/react';
import { cancelScheduledMessage, type ScheduleMessageParams, scheduleMessage } from '@parley/sdk';
import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';

import { failures } from '../app/failures.ts';
import { localeOf } from '../app/locale.ts';
import { nearTime } from '../app/spans.ts';
import { useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { localMinute, snoozeTimes } from '../inbox/snooze-times.ts';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';

type When = Pick<ScheduleMessageParams, 'at' | 'opening' | 'cancel_on'>;

interface SchedulePickerProps {
  requestId: string;
  onClose: () => void;
}

const aMinuteMs = 60_000;
const aYearMs = 366 * 86_400_000;

/** When the words in the composer are sent. Its files stay there. */
export function SchedulePicker({ requestId, onClose }: SchedulePickerProps) {
  const t = useTexts();
  const { i18n } = useLingui();
  const { drafts, parley } = useWorkplace();
  const [now] = useState(() => new Date());
  const [step, setStep] = useState<'time' | 'date' | 'done'>('time');
  useEffect(() => {
    if (step === 'done') onClose();
  }, [step, onClose]);

  async function schedule(when: When) {
    const taken = drafts.take(requestId);
    if (!taken) return;
    const { text, isMicro, files } = taken.draft;
    try {
      const { _id } = await scheduleMessage(parley, {
        ...{ request_id: requestId, text, ...when },
        ...(isMicro && { attributes: { microlanguage: true } }),
      });
      if (files.length > 0) taken.restore({ ...taken.draft, text: '' });
      else await taken.finish();
      offerUndo({
        title: t('schedule.done'),
        label: t('conversation.undo'),
        action: 'schedule.undo',
        undo: () => cancelScheduledMessage(parley, { request_id: requestId, scheduled_id: _id }),
      });
    } catch (error) {
      taken.restore(taken.draft);
      throw error;
    }
  }

  const pick = (when: When) => failures.watch('schedule', schedule(when));
  if (step === 'date') return <DateDialog now={now.getTime()} onPick={pick} onClose={onClose} />;
  const lines = [
    ...snoozeTimes(now).map(({ key, at }) => ({
      key,
      title: t(`snooze.${key}`),
      text: nearTime(at, now.getTime(), localeOf(i18n.locale)),
      pick: () => pick({ at: new Date(at).toISOString() }),
    })),
    { key: 'opening', title: t('snooze.opening'), pick: () => pick({ opening: 1 }) },
    { key: 'date', title: t('snooze.date'), pick: () => setStep('date') },
  ];
  return (
    <Picker
      title={t('schedule.title')}
      hint={t('schedule.hint')}
      closeLabel={t('state.close')}
      options={(words) =>
        narrowed(lines, words).map((line) => ({ ...line, icon: <CalendarClock size={14} aria-hidden /> }))
      }
      none={t('pick.none')}
      // A picked line closes it before it is picked: the dialog of a date then stands in its place.
      onClose={() => setStep('done')}
    />
  );
}

interface DateDialogProps {
  now: number;
  onPick: (when: When) => void;
  onClose: () => void;
}

function DateDialog({ now, onPick, onClose }: DateDialogProps) {
  const t = useTexts();
  const [suggested] = useState(() => snoozeTimes(new Date(now)).find(({ key }) => key === 'tomorrow')?.at ?? now);
  return (
    <FormDialog
      title={t('schedule.title')}
      action={t('schedule.title')}
      pending={false}
      error={undefined}
      onClose={onClose}
      onSubmit={(form) => {
        onClose();
        onPick({
          at: new Date(String(form.get('at'))).toISOString(),
          cancel_on: form.has('cancels') ? ['requester_message', 'closed'] : [],
        });
      }}
    >
      <Field
        label={t('schedule.at')}
        name="at"
        type="datetime-local"
        required
        defaultValue={localMinute(suggested)}
        min={localMinute(now + 2 * aMinuteMs)}
        max={localMinute(now + aYearMs - aMinuteMs)}
      />
      <CheckField label={t('schedule.cancels')} name="cancels" defaultChecked help={t('schedule.cancelsHelp')} />
    </FormDialog>
  );
}
