import { setMailCopies } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useMailboxes } from '../app/use-mailboxes.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { classes } from '../ui/classes.ts';
import { About, describedBy, inputLook } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Failure } from '../ui/states.tsx';
import { mailOf } from './mail-of-message.ts';
import { othersOf } from './mail-recipients.ts';
import type { ThreadMessage } from './thread.ts';
import { useRequestMail } from './use-request-mail.ts';

const maxCopies = 20;

interface MailStripProps {
  requestId: string;
  messages: readonly ThreadMessage[];
}

/** Above the composer of a conversation by mail: its subject, from which mailbox an answer leaves, and who gets it. */
export function MailStrip({ requestId, messages }: MailStripProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const { parley, drafts } = useWorkplace();
  const { mode } = useSyncExternalStore(
    (listener) => drafts.subscribe(listener),
    () => drafts.of(requestId),
  );
  const { queryKey, ...query } = useRequestMail(requestId);
  const { data: mailboxes = [] } = useMailboxes();
  const copies = useMutation({
    mutationFn: (cc: string[]) => setMailCopies(parley, { request_id: requestId, cc }),
    onSuccess: ({ cc }) => queries.setQueryData(queryKey, query.data && { ...query.data, cc }),
  });
  if (query.error && !query.data)
    return (
      <div className="border-t border-line px-4 py-2">
        <Failure small problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />
      </div>
    );
  if (!query.data) return null;
  const { mailbox, to, cc } = query.data;
  const from = mailboxes.find(({ _id }) => _id === mailbox);
  const newest = messages.findLast((message) => mailOf(message) !== undefined);
  const mail = newest && mailOf(newest);
  const own = mailboxes.map(({ address }) => address);
  const others = mail ? othersOf(mail, { to, own }) : [];
  const missing = others.filter((address) => !cc.includes(address));
  return (
    <section
      aria-label={t('mail.recipients')}
      className="flex flex-col gap-1 border-t border-line px-4 py-2 text-small"
    >
      <p className="flex min-w-0 items-center gap-1.5">
        <Mail size={13} aria-hidden className="shrink-0 text-ink-soft" />
        <bdi className="truncate font-semibold">{withVisibleBidi(mail?.subject ?? '')}</bdi>
        {from && (
          <span className="shrink-0 text-ink-soft">
            {t('mail.fromMailbox')} <bdi>{from.address}</bdi>
          </span>
        )}
      </p>
      {/* A note goes to no one outside the team. */}
      <div className={classes('flex-wrap items-start gap-x-3 gap-y-1', mode === 'note' ? 'hidden' : 'flex')}>
        <div className="flex min-h-7 max-w-full items-center gap-1">
          <span className="text-ink-soft">{t('mail.to')}</span>
          <Chip text={to} />
        </div>
        <div className="flex min-w-60 flex-1 flex-wrap items-center gap-1">
          <span className="text-ink-soft">{t('mail.cc')}</span>
          {cc.map((address) => (
            <Chip
              key={address}
              text={address}
              removeLabel={t('mail.removeCopy', { address })}
              onRemove={copies.isPending ? undefined : () => copies.mutate(cc.filter((one) => one !== address))}
            />
          ))}
          {cc.length < maxCopies && (
            <AddCopy
              key={cc.length}
              problem={fieldProblem(copies.error, 'cc')}
              onAdd={(address) => copies.mutate([...cc, address])}
            />
          )}
          {missing.length > 0 && (
            <Button
              small
              look="quiet"
              pending={copies.isPending}
              onClick={() => copies.mutate([...cc, ...missing].slice(0, maxCopies))}
            >
              {t('mail.replyAll')}
            </Button>
          )}
          {cc.length > 0 && (
            <Button small look="quiet" pending={copies.isPending} onClick={() => copies.mutate([])}>
              {t('mail.replyOne')}
            </Button>
          )}
        </div>
      </div>
      {fieldProblem(copies.error, 'cc') === undefined && (
        <RefusedCall error={copies.error} onRetry={() => copies.variables && copies.mutate(copies.variables)} />
      )}
    </section>
  );
}

function AddCopy({ problem, onAdd }: { problem: string | undefined; onAdd: (address: string) => void }) {
  const t = useTexts();
  const id = useId();
  const [address, setAddress] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (address.trim() !== '') onAdd(address.trim());
  }
  return (
    <form onSubmit={submit} className="flex min-w-40 flex-1 flex-col">
      <input
        id={id}
        type="email"
        aria-label={t('mail.addCopy')}
        placeholder={t('mail.addCopy')}
        dir="ltr"
        autoComplete="off"
        maxLength={254}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        className={`${inputLook} h-7 max-w-64`}
        {...describedBy(id, problem, undefined)}
      />
      <About id={id} problem={problem} help={undefined} />
    </form>
  );
}
