import { listMessages, mergeRequest, type RequestRecord, unmergeRequest } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { placeOf } from '../inbox/views.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { ConversationPicker } from './conversation-picker.tsx';

interface MergeDialogProps {
  request: RequestRecord;
  onClose: () => void;
}

/** Two conversations of one contact become one: chosen, read side by side, merged. */
export function MergeDialog({ request, onClose }: MergeDialogProps) {
  const t = useTexts();
  const [step, setStep] = useState<'choose' | 'done' | InboxRow>('choose');
  useEffect(() => {
    if (step === 'done') onClose();
  }, [step, onClose]);
  if (typeof step !== 'string') return <SideBySide request={request} other={step} onClose={onClose} />;
  return (
    <ConversationPicker
      title={t('merge.title')}
      request={request}
      sameContact
      onPick={setStep}
      // A picked line closes it before it is picked.
      onClose={() => setStep('done')}
    />
  );
}

interface SideBySideProps extends MergeDialogProps {
  other: InboxRow;
}

function SideBySide({ request, other, onClose }: SideBySideProps) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [goesOn, setGoesOn] = useState<'this' | 'other'>('this');
  const [target, source] = goesOn === 'this' ? [request, other] : [other, request];
  const merge = useMutation({
    mutationFn: () => mergeRequest(parley, { request_id: target.request_id, source: source.request_id }),
    onSuccess: () => {
      onClose();
      offerUndo({
        title: t('merge.done'),
        label: t('conversation.undo'),
        action: 'merge.undo',
        undo: async () => {
          await unmergeRequest(parley, { request_id: source.request_id });
          await client.invalidateQueries({ queryKey: ['merged', target.request_id] });
        },
      });
      if (goesOn === 'other')
        void navigate({
          to: '/$project/inbox/$',
          params: { project: projectId, _splat: placeOf({ view: { kind: 'all' }, requestId: target.request_id }) },
        });
    },
  });
  return (
    <FormDialog
      wide
      title={t('merge.title')}
      action={t('merge.action', { source: source.ticket_id, target: target.ticket_id })}
      pending={merge.isPending}
      error={merge.error}
      onClose={onClose}
      onSubmit={() => merge.mutate()}
    >
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-ink-soft">{t('merge.help')}</legend>
        {(['this', 'other'] as const).map((which) => {
          const one = which === 'this' ? request : other;
          return (
            <div key={which} className="flex min-w-0 flex-col gap-2 rounded-box border border-line p-3">
              <label className="flex items-center gap-2 font-semibold">
                <input
                  type="radio"
                  name="goesOn"
                  checked={goesOn === which}
                  onChange={() => setGoesOn(which)}
                  className="accent-accent"
                />
                <span className="min-w-0 line-clamp-2">
                  {t('merge.keep', { ticket: one.ticket_id })} <bdi>{one.subject || one.first_text}</bdi>
                </span>
              </label>
              <Thread requestId={one.request_id} />
            </div>
          );
        })}
      </fieldset>
    </FormDialog>
  );
}

/** The newest messages of one of the two. */
function Thread({ requestId }: { requestId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { ago, full } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['merge-thread', requestId],
    queryFn: ({ signal }) => listMessages(parley, { request_id: requestId, limit: 20, direction: -1 }, { signal }),
  });
  if (error) return <Failure small problem={problemOf(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  const said = data.filter(({ sender }) => sender !== 'system').reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <ol tabIndex={0} className="flex max-h-72 flex-col gap-2 overflow-y-auto">
      {said.map(({ _id, senderFullname, text, type, createdAt }) => (
        <li key={_id} className="rounded-box bg-raised px-2.5 py-1.5">
          <p className="flex justify-between gap-2 text-small text-ink-soft">
            <bdi className="truncate font-semibold">{senderFullname}</bdi>
            <time dateTime={createdAt} title={full(Date.parse(createdAt))}>
              {ago(Date.parse(createdAt), Date.now())}
            </time>
          </p>
          <bdi className="wrap-anywhere">{text || `[${type}]`}</bdi>
        </li>
      ))}
    </ol>
  );
}
