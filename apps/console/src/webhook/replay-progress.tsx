import { listDeliveries } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { RunProgress } from '../transfer/run-progress.tsx';
import { IconButton } from '../ui/button.tsx';

/** Deliveries of a time that are sent again. */
export interface Replay {
  from: string;
  to: string;
  queued: number;
}

/** So often it is looked how far a replay is; and less often while nothing moves, since a target may be down for hours. */
const [readAgainMs, stuckMs] = [1_000, 15_000];

interface Left {
  pending: number;
  isMoving: boolean;
}

interface ReplayProgressProps {
  subscriptionId: string;
  replay: Replay;
  onMoved: () => void;
  onClose: () => void;
}

/** How many deliveries of a replay are still to be sent. */
export function ReplayProgress({ subscriptionId, replay, onMoved, onClose }: ReplayProgressProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const queries = useQueryClient();
  const { from, to, queued } = replay;
  const queryKey = ['replay', subscriptionId, from, to];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Left> => {
      const query = { subscription_id: subscriptionId, state: 'pending', from, to, limit: 1 } as const;
      const { count: pending } = await listDeliveries(parley, query, { signal });
      return { pending, isMoving: pending !== queries.getQueryData<Left>(queryKey)?.pending };
    },
    refetchInterval: ({ state }) =>
      state.data?.pending === 0 ? false : (state.data?.isMoving ?? true) ? readAgainMs : stuckMs,
    gcTime: 0,
  });
  const pending = data?.pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are read again whenever another one was sent.
  useEffect(() => {
    if (pending !== undefined) onMoved();
  }, [pending]);
  const done = Math.max(0, queued - (pending ?? queued));
  return (
    <div className="flex items-center gap-3 rounded-box border border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <RunProgress label={t('settings.replay.several')} done={done} total={queued}>
          {t('settings.replay.done', { done, count: queued })}
        </RunProgress>
      </div>
      <IconButton label={t('state.close')} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
