import { type HoldView, listHolds } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { isAtLeast } from '../app/roles.ts';
import { useWorkplace } from '../app/workplace.tsx';

/** A conversation by its `request_id`, or a contact by its `_id`. */
export type HeldRecord = Pick<HoldView, 'kind' | 'record'>;

/** Whether the person may see, place and end legal holds. */
export function useMayHold(): boolean {
  const { teammate } = useWorkplace();
  return teammate.rights?.includes('holds.write') ?? isAtLeast(teammate.role, 'admin');
}

/** The legal holds that keep a record: its own, and that of its contact or on conversations with it. None for those who may not see them. */
export function useHolds({ kind, record }: HeldRecord) {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: ['holds', projectId, kind, record],
    queryFn: () => listHolds(parley, kind === 'request' ? { request_id: record } : { lead: record }),
    enabled: useMayHold(),
  });
}
