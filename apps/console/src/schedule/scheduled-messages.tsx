import { useLingui } from '@lingui/react';
import { cancelScheduledMessage, listScheduledMessages, type RequestRecord } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';

import { localeOf } from '../app/locale.ts';
import { nearTime } from '../app/spans.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useNow } from '../app/use-now.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toasts.tsx';

/** What waits to be sent, below the messages that were. */
export function ScheduledMessages({ request }: { request: RequestRecord }) {
  const t = useTexts();
  const { i18n } = useLingui();
  const { full } = useFormats();
  const { parley, people } = useWorkplace();
  const now = useNow(60_000);
  const { request_id, scheduled = [] } = request;
  const pending = useQuery({
    queryKey: [listScheduledMessages.spec.name, request_id, scheduled.map(({ _id, __v }) => `${_id}.${__v}`).join()],
    queryFn: ({ signal }) => listScheduledMessages(parley, { request_id, state: 'pending' }, { signal }),
    placeholderData: (known) => known,
  });
  const cancel = useMutation({
    mutationFn: (scheduled_id: string) => cancelScheduledMessage(parley, { request_id, scheduled_id }),
    onSuccess: () => toast.add({ title: t('schedule.cancelled') }),
    meta: { action: 'schedule.cancel' },
  });
  const shown = pending.data?.scheduled.filter(({ _id }) => scheduled.some((one) => one._id === _id)) ?? [];
  return (
    <ul
      aria-label={t('schedule.list')}
      className="flex max-h-40 flex-col gap-1 overflow-y-auto border-t border-line bg-raised px-4 py-2 empty:hidden"
    >
      {shown.map(({ _id, at, text, createdBy }) => (
        <li key={_id} className="flex items-center gap-2 text-small">
          <CalendarClock size={14} aria-hidden className="shrink-0 text-accent" />
          <span className="min-w-0 flex-1">
            <time dateTime={at} title={full(Date.parse(at))} className="font-semibold">
              {t('schedule.line', { time: nearTime(Date.parse(at), now, localeOf(i18n.locale)) })}
            </time>{' '}
            · <bdi>{people.nameOf(createdBy) ?? t('contact.unknown')}</bdi>
            <bdi className="block truncate text-ink-soft">{text}</bdi>
          </span>
          <Button small pending={cancel.isPending && cancel.variables === _id} onClick={() => cancel.mutate(_id)}>
            {t('schedule.cancel')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
