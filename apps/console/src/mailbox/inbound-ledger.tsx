import {
  getInboundRaw,
  type InboundView,
  listInboundMails,
  type MailboxView,
  retryInboundMail,
  routeInboundMail,
} from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';
import { saveStream } from '../transfer/save-file.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';

const states = ['stored', 'routed', 'ignored', 'rejected', 'failed'] as const;
type State = (typeof states)[number];

const pageSize = 50;

/** Every mail that came in, newest first, and what became of it. */
export function InboundLedger({ mailbox: { _id: mailbox_id } }: { mailbox: MailboxView }) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley, projectId } = useWorkplace();
  const [state, setState] = useState<State>();
  const query = useInfiniteQuery({
    queryKey: ['inbound-mails', projectId, mailbox_id, state],
    queryFn: ({ pageParam: page }) =>
      listInboundMails(parley, { mailbox_id, page, limit: pageSize, ...(state && { state }) }),
    initialPageParam: 0,
    getNextPageParam: ({ mails }, pages) => (mails.length === pageSize ? pages.length : undefined),
  });
  const again = useMutation({
    mutationFn: ({ _id: inbound_id, state: was }: InboundView) =>
      (was === 'rejected' ? routeInboundMail : retryInboundMail)(parley, { mailbox_id, inbound_id }),
    onSuccess: () => void query.refetch(),
  });
  const save = async ({ _id: inbound_id }: InboundView) =>
    saveStream(await getInboundRaw(parley, { mailbox_id, inbound_id }), `${inbound_id}.eml`, 'message/rfc822');
  const rows = query.data?.pages.flatMap(({ mails }) => mails) ?? [];
  return (
    <section aria-label={t('mail.ledger')} className="flex max-w-5xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h2 className="text-title font-semibold">{t('mail.ledger')}</h2>
        <div className="flex items-end gap-2">
          <SelectField
            label={t('settings.state')}
            value={state ?? ''}
            onChange={({ target }) => setState(states.find((one) => one === target.value))}
            choices={[
              { value: '', label: t('settings.delivery.any') },
              ...states.map((value) => ({ value, label: t(`mail.state.${value}`) })),
            ]}
          />
          <IconButton label={t('settings.reload')} onClick={() => void query.refetch()}>
            <RotateCw size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-32" />}
      {query.data && rows.length === 0 && (
        <Empty title={t(state ? 'settings.noMatch' : 'mail.ledger.none')}>{!state && t('mail.ledger.noneText')}</Empty>
      )}
      <RefusedCall error={again.error} onRetry={() => again.variables && again.mutate(again.variables)} />
      {rows.length > 0 && (
        <Table
          label={t('mail.ledger')}
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={[
            { id: 'when', title: t('settings.ledger.when'), cell: ({ createdAt }) => full(Date.parse(createdAt)) },
            {
              id: 'mail',
              title: t('mail.from'),
              folds: true,
              cell: ({ from, subject }) => (
                <span className="flex max-w-md flex-col">
                  <bdi className="break-all">{from}</bdi>
                  <bdi className="line-clamp-1 text-ink-soft">{subject}</bdi>
                </span>
              ),
            },
            { id: 'state', title: t('settings.state'), cell: (one) => <Outcome mail={one} projectId={projectId} /> },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) => (
                <span className="inline-flex items-center gap-1">
                  {(one.state === 'failed' || one.state === 'rejected') && one.has_raw && (
                    <Button
                      small
                      pending={again.isPending && again.variables._id === one._id}
                      onClick={() => again.mutate(one)}
                    >
                      {t(one.state === 'failed' ? 'state.retry' : 'mail.accept')}
                    </Button>
                  )}
                  {one.has_raw && (
                    <IconButton
                      label={t('mail.original')}
                      onClick={() => failures.run('mail.original', () => save(one))}
                    >
                      <Download size={16} aria-hidden />
                    </IconButton>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {query.hasNextPage && (
        <div>
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('state.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What became of it: the conversation, or why there is none. */
function Outcome({ mail: { state, why, error, request_id }, projectId }: { mail: InboundView; projectId: string }) {
  const t = useTexts();
  const word = t(`mail.state.${state}`);
  if (request_id)
    return (
      <Link
        to="/$project/inbox/$"
        params={{ project: projectId, _splat: placeOf({ view: { kind: 'all' }, requestId: request_id }) }}
        className="text-accent underline-offset-2 hover:underline"
      >
        {t('mail.conversation')}
      </Link>
    );
  if (why) return `${word}: ${t(`mail.reason.${why}`)}`;
  return error ? (
    <>
      {word} <code className="font-mono text-small">{error}</code>
    </>
  ) : (
    word
  );
}
