import { getRequest, isParleyError, type RequestRecord } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

/** Makes a call that answers with the changed conversation. @throws why it was refused */
type Change = (call: () => Promise<unknown>) => Promise<unknown>;

export interface Changes {
  change: Change;
  isChanging: boolean;
  /** Why the last change was refused, until the next one or until it is dismissed. */
  refusal: Error | null;
  dismiss: () => void;
  /** Makes the call once more that was refused. */
  again: () => void;
}

/** Changes a conversation. Who was faster is shown at once: after a conflict, what is stored is read again. */
export function useChanges(requestId: string, onChanged: (request: RequestRecord) => void): Changes {
  const { parley } = useWorkplace();
  const { mutate, mutateAsync, variables, isPending, error, reset } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: (answer) => onChanged(answer as RequestRecord),
    onError: (refused) => {
      if (isParleyError(refused) && refused.status === 409)
        getRequest(parley, { request_id: requestId }).then(
          (now) => onChanged(now as RequestRecord),
          // Frames bring it later.
          () => undefined,
        );
    },
  });
  const again = () => variables && mutate(variables);
  return { change: mutateAsync, isChanging: isPending, refusal: error, dismiss: reset, again };
}
