import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { noSelection, type Selection } from './selection.ts';
import type { Inbox } from './use-inbox.ts';

interface InboxKeys {
  inbox: Inbox;
  requestId: string | undefined;
  open: (requestId: string | undefined) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** Walking through the list from anywhere outside of text fields. Source: contract 80 section 4.2. */
export function useInboxKeys({ inbox, requestId, open, selection, onSelect }: InboxKeys): void {
  const step = (by: 1 | -1) => {
    const next = neighbour(inbox, requestId, by);
    if (next) open(next);
  };
  const back = () => (selection.size > 0 ? onSelect(noSelection) : open(undefined));
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.getElementById('inbox-search')?.focus(),
    Escape: back,
  });
}

/** The row below or above; the first one where none is open. */
export function neighbour({ list }: Inbox, requestId: string | undefined, by: 1 | -1): string | undefined {
  const { rows } = list.snapshot();
  const at = rows.findIndex((row) => row.request_id === requestId);
  return (at < 0 ? rows[0] : rows[at + by])?.request_id;
}
