import { Link2 } from 'lucide-react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { placeOf } from '../inbox/views.ts';
import { toast } from '../ui/toasts.tsx';

const mark = 'message-';

/** The message that an address names behind its `#`, by its place in the conversation. */
export function messageOfHash(hash: string): number | undefined {
  const seq = new RegExp(`^${mark}(\\d{1,9})$`).exec(hash)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

interface CopyLinkProps {
  requestId: string;
  seq: number;
  isClosed: boolean;
  /** The one that Tab leads to; arrows lead to the others. */
  isStop: boolean;
}

/** Copies the address of a message, for teammates. */
export function CopyLink({ requestId, seq, isClosed, isStop }: CopyLinkProps) {
  const t = useTexts();
  const { projectId } = useWorkplace();

  async function copy() {
    const place = placeOf({ view: { kind: isClosed ? 'closed' : 'all' }, requestId });
    const path = `${import.meta.env.BASE_URL}${projectId}/inbox/${place}#${mark}${seq}`;
    await navigator.clipboard.writeText(new URL(path, location.origin).href);
    toast.add({ title: t('message.linkCopied') });
  }

  return (
    <button
      type="button"
      data-copy-link
      tabIndex={isStop ? 0 : -1}
      aria-label={t('message.copyLink')}
      title={t('message.copyLink')}
      onClick={() => failures.run('copy', copy)}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-box text-ink-soft opacity-0 group-hover/message:opacity-100 hover:bg-hover focus-visible:opacity-100"
    >
      <Link2 size={13} aria-hidden />
    </button>
  );
}

/** From the link of one message to that of the one above or below, or to what stands beside it. @returns whether the key did that */
export function stepToLink(within: HTMLElement, from: EventTarget, key: string): boolean {
  if (!(from instanceof HTMLElement) || !from.parentElement?.matches('[data-message-actions]')) return false;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const beside = from.previousElementSibling ?? from.nextElementSibling;
    if (beside instanceof HTMLElement) beside.focus();
    return true;
  }
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (by === undefined || !from.matches('[data-copy-link]')) return false;
  const links = [...within.querySelectorAll<HTMLElement>('[data-copy-link]')];
  links[links.indexOf(from) + by]?.focus();
  return true;
}
