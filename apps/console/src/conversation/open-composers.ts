import { type RefObject, useEffect } from 'react';

type Field = RefObject<HTMLTextAreaElement | null>;

const fields = new Map<string, Field>();

/** Lets other parts of the page select words in the composer of a request. */
export function useOpenComposer(requestId: string, field: Field): void {
  useEffect(() => {
    fields.set(requestId, field);
    return () => void fields.delete(requestId);
  }, [requestId, field]);
}

/** The composer gets the focus once the dialog is closed that the words came from. */
export function selectInComposer(requestId: string, from: number, to: number): void {
  requestAnimationFrame(() => {
    const field = fields.get(requestId)?.current;
    field?.focus();
    field?.setSelectionRange(from, to);
  });
}
