import { useTexts } from '../app/texts.tsx';
import { useMailboxes } from '../app/use-mailboxes.ts';
import { MarkupView } from './markup-view.tsx';
import { useRequestMail } from './use-request-mail.ts';

/** Of the mailbox by which the answers of a conversation leave. */
export function MailSignature({ requestId }: { requestId: string }) {
  const { data } = useRequestMail(requestId);
  const { data: mailboxes = [] } = useMailboxes();
  return <Signature text={mailboxes.find(({ _id }) => _id === data?.mailbox)?.signature} />;
}

/** What is added below the words of a mail, as its recipient sees it. */
export function Signature({ text }: { text: string | undefined }) {
  const t = useTexts();
  if (!text?.trim()) return null;
  return (
    <section aria-label={t('mail.signature')} className="mb-1 max-h-24 overflow-y-auto text-small text-ink-soft">
      <span aria-hidden>-- </span>
      <MarkupView text={text} />
    </section>
  );
}
