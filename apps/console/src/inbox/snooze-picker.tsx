import { useLingui } from '@lingui/react';
import { limits } from '@parley/sdk';
import { AlarmClock } from 'lucide-react';
import { type RefObject, useState } from 'react';

import { localeOf } from '../app/locale.ts';
import { nearTime } from '../app/spans.ts';
import { useTexts } from '../app/texts.tsx';
import { CheckField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { narrowed, Picker } from '../ui/picker.tsx';
import { localMinute, type Snooze, snoozeTimes } from './snooze-times.ts';

interface SnoozePickerProps {
  onPick: (snooze: Snooze) => void;
  /** A time of one's own is wanted. */
  onDate: () => void;
  onClose: () => void;
  /** Opens below this control, where it is in view. */
  anchor?: RefObject<HTMLElement | null>;
}

/** When a conversation comes back. */
export function SnoozePicker({ onPick, onDate, onClose, anchor }: SnoozePickerProps) {
  const t = useTexts();
  const { i18n } = useLingui();
  const [now] = useState(() => new Date());
  const lines = [
    ...snoozeTimes(now).map(({ key, at }) => ({
      key,
      title: t(`snooze.${key}`),
      text: nearTime(at, now.getTime(), localeOf(i18n.locale)),
      pick: () => onPick({ until: new Date(at).toISOString() }),
    })),
    {
      key: 'opening',
      title: t('snooze.opening'),
      pick: () => onPick({ opening: 1 }),
    },
    {
      key: 'reply',
      title: t('snooze.reply'),
      pick: () => onPick({}),
    },
    { key: 'date', title: t('snooze.date'), pick: onDate },
  ];
  return (
    <Picker
      title={t('snooze.title')}
      anchor={anchor}
      hint={t('snooze.hint')}
      closeLabel={t('state.close')}
      options={(words) =>
        narrowed(lines, words).map((line) => ({ ...line, icon: <AlarmClock size={14} aria-hidden /> }))
      }
      none={t('pick.none')}
      onClose={onClose}
    />
  );
}

const aMinuteMs = 60_000;
const aYearMs = 366 * 86_400_000;

/** A date and time of one's own, and what the snooze is for. */
export function SnoozeDialog({ onPick, onClose }: Pick<SnoozePickerProps, 'onPick' | 'onClose'>) {
  const t = useTexts();
  const [now] = useState(Date.now);
  const [suggested] = useState(() => snoozeTimes(new Date(now)).find(({ key }) => key === 'tomorrow')?.at ?? now);
  return (
    <FormDialog
      title={t('snooze.date')}
      action={t('snooze.action')}
      pending={false}
      error={undefined}
      onClose={onClose}
      onSubmit={(form) => {
        const reason = String(form.get('reason')).trim();
        onClose();
        onPick({
          until: new Date(String(form.get('until'))).toISOString(),
          wake_on_reply: form.has('wakes'),
          ...(reason && { reason }),
        });
      }}
    >
      <Field
        label={t('snooze.until')}
        name="until"
        type="datetime-local"
        required
        defaultValue={localMinute(suggested)}
        min={localMinute(now + aMinuteMs)}
        max={localMinute(now + aYearMs - aMinuteMs)}
      />
      <CheckField label={t('snooze.wakes')} name="wakes" defaultChecked help={t('snooze.wakesHelp')} />
      <Field label={t('snooze.reason')} name="reason" dir="auto" maxLength={limits.snoozeRequest.reason?.maxLength} />
    </FormDialog>
  );
}
