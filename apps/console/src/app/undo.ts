import { toast } from '../ui/toasts.tsx';
import { failures } from './failures.ts';

/** So long what was done can be undone; the toast waits while it is pointed at or has the focus. */
const undoMs = 5_000;

/** Undoes what was done last, while that is offered. */
let latest: { id: string; run: () => void } | undefined;

interface Done {
  /** What was done. */
  title: string;
  /** What the button says. */
  label: string;
  /** Names the undoing in the failure bar: the part of the screen where it began may be gone by then. */
  action: string;
  undo: () => Promise<unknown>;
}

/**
 * Says what was done, and offers to undo it, by the button or `z`.
 *
 * What is undone has been done already, and is undone by the inverse call; it is not done late. A call that waits five seconds is lost with the tab, and
 * until it is made colleagues see a conversation that is still open or still theirs, and answer in it. The price: history shows both steps.
 */
export function offerUndo({ title, label, action, undo }: Done): void {
  const forget = () => {
    if (latest?.id === id) latest = undefined;
  };
  // Once: the button can be pressed twice before the toast has gone.
  let isUndone = false;
  const run = () => {
    toast.close(id);
    if (!isUndone) failures.run(action, undo);
    isUndone = true;
  };
  const id = toast.add({ title, timeout: undoMs, actionProps: { children: label, onClick: run }, onClose: forget });
  latest = { id, run };
}

export function undoLatest(): void {
  latest?.run();
}
