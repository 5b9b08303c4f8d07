import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Confirm } from './confirm.tsx';

interface ConfirmCallProps<Answer> {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button says. */
  action: string;
  call: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks before a call that cannot be taken back; stays, and says why, when the call is refused. */
export function ConfirmCall<Answer>({ call, onDone, ...dialog }: ConfirmCallProps<Answer>) {
  const { isPending, error, mutate } = useMutation({ mutationFn: call, onSuccess: onDone });
  return <Confirm {...dialog} pending={isPending} error={error} onConfirm={() => mutate()} />;
}
