import { getInboundRaw, getMessageHtml, getRequestMail, isParleyError, retryMessageMail } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { saveStream } from '../transfer/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';
import { mailFaults } from './mail-faults.ts';
import { MailFrame } from './mail-frame.tsx';
import { type MailOfMessage, mailOf } from './mail-of-message.ts';
import type { ThreadMessage } from './thread.ts';
import { useRequestId } from './use-request-id.ts';

type Shown = 'text' | 'quoted' | 'html' | 'images';

/** Below the words of a mail: its headers where they say more, and on demand the rest of it, or how it looked. */
export function MailParts({ message }: { message: ThreadMessage }) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const requestId = useRequestId();
  const [shown, setShown] = useState<Shown>('text');
  const mail = mailOf(message);
  const load = useMutation({
    mutationFn: async (images: boolean) => {
      const stream = await getMessageHtml(parley, {
        ...{ request_id: requestId, message_id: message._id },
        ...(images && { images }),
      });
      return new Response(stream).text();
    },
    onSuccess: (_, images) => setShown(images ? 'images' : 'html'),
  });
  if (!mail) return null;
  const { inboundId } = mail;
  async function save(inbound_id: string) {
    const { mailbox: mailbox_id } = await getRequestMail(parley, { request_id: requestId });
    const stream = await getInboundRaw(parley, { mailbox_id, inbound_id });
    await saveStream(stream, `${inbound_id}.eml`, 'message/rfc822');
  }
  const isHtml = shown === 'html' || shown === 'images';
  return (
    <div className="mt-2 flex min-w-0 flex-col gap-2 text-small">
      <Copies mail={mail} />
      {shown === 'quoted' && (
        <bdi className="block border-s-2 text-start border-line ps-3 whitespace-pre-wrap text-ink-soft wrap-anywhere">
          {withVisibleBidi(mail.fullText ?? '')}
        </bdi>
      )}
      {isHtml && load.data !== undefined && (
        <MailFrame html={load.data} hasImages={shown === 'images'} title={t('mail.frame')} />
      )}
      {load.error &&
        (isParleyError(load.error, 'html_not_found') ? (
          <p className="text-ink-soft">{t('mail.htmlGone')}</p>
        ) : (
          <Failure small problem={problemOf(load.error, t)} onRetry={() => load.mutate(load.variables ?? false)} />
        ))}
      <div className="-ms-2 flex flex-wrap gap-1">
        {mail.fullText !== undefined && !isHtml && (
          <Button
            small
            look="quiet"
            aria-expanded={shown === 'quoted'}
            onClick={() => setShown(shown === 'quoted' ? 'text' : 'quoted')}
          >
            {t(shown === 'quoted' ? 'mail.hideQuoted' : 'mail.showQuoted')}
          </Button>
        )}
        {mail.hasHtml && (
          <Button
            small
            look="quiet"
            aria-expanded={isHtml}
            pending={load.isPending}
            onClick={() => (isHtml ? setShown('text') : load.mutate(false))}
          >
            {t(isHtml ? 'mail.hideHtml' : 'mail.showHtml')}
          </Button>
        )}
        {shown === 'html' && (
          <Button small look="quiet" pending={load.isPending} onClick={() => load.mutate(true)}>
            {t('mail.loadImages')}
          </Button>
        )}
        {inboundId !== undefined && isAtLeast(teammate.role, 'admin') && (
          <Button small look="quiet" onClick={() => failures.run('mail.original', () => save(inboundId))}>
            {t('mail.original')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Copies({ mail: { to, cc, isUnverified, isAutomatic } }: { mail: MailOfMessage }) {
  const t = useTexts();
  const hasMore = to.length > 1 || cc.length > 0;
  if (!hasMore && !isUnverified && !isAutomatic) return null;
  return (
    <div className="text-ink-soft">
      {isAutomatic && <p>{t('mail.isAutomatic')}</p>}
      {isUnverified && <p className="text-warn">{t('mail.unverified')}</p>}
      {hasMore && (
        <p className="wrap-anywhere">
          {t('mail.toList', { addresses: to.join(', ') })}
          {cc.length > 0 && ` · ${t('mail.ccList', { addresses: cc.join(', ') })}`}
        </p>
      )}
    </div>
  );
}

const sentStatus = 150;

/** Whether the mail of a message has left, and if not, why. */
export function MailDelivery({ message }: { message: ThreadMessage }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const requestId = useRequestId();
  const { status, error, _id } = message;
  const retry = useMutation({
    mutationFn: () => retryMessageMail(parley, { request_id: requestId, message_id: _id }),
    onError: (cause) => failures.show('mail.retry', cause),
  });
  if (status >= 0) {
    const isSent = status >= sentStatus;
    const Icon = isSent ? Check : Clock;
    return (
      <p className="mt-0.5 flex items-center gap-1 px-1 text-small text-ink-soft">
        <Icon size={13} aria-hidden />
        {t(isSent ? 'mail.sent' : 'mail.queued')}
      </p>
    );
  }
  const cure = error && error.code in mailFaults ? mailFaults[error.code as keyof typeof mailFaults] : undefined;
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-1 text-small text-bad">
      <CircleAlert size={13} aria-hidden />
      <span>
        {t('mail.notSent')} {cure ? t(cure) : error?.text}
      </span>
      <Button small pending={retry.isPending} onClick={() => retry.mutate()}>
        {t('message.retry')}
      </Button>
    </div>
  );
}
