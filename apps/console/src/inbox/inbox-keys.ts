import { useEffect } from 'react';

import type { Inbox } from './use-inbox.ts';

interface InboxKeys {
  inbox: Inbox;
  requestId: string | undefined;
  open: (requestId: string | undefined) => void;
}

/** Walking through the list from anywhere outside of text fields. Source: contract 80 section 4.2. */
export function useInboxKeys({ inbox, requestId, open }: InboxKeys): void {
  useEffect(() => {
    const step = (by: 1 | -1) => {
      const { rows } = inbox.list.snapshot();
      const at = rows.findIndex((row) => row.request_id === requestId);
      const next = at < 0 ? rows[0] : rows[at + by];
      if (next) open(next.request_id);
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTextField(event.target)) return;
      if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === '/') document.getElementById('inbox-search')?.focus();
      else if (event.key === 'Escape' && requestId && !document.querySelector('[role="dialog"],[role="menu"]'))
        open(undefined);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [inbox.list, requestId, open]);
}

export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
