import { useCallback, useSyncExternalStore } from 'react';

import { Button } from '../ui/button.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** What the connection lacks, under the head of every screen, for as long as it lasts, and what waits for it. */
export function ConnectionBar() {
  const { connection, outbox } = useWorkplace();
  const queued = useSyncExternalStore(
    useCallback((listener) => outbox.subscribe(listener), [outbox]),
    () => outbox.size,
  );
  const status = useSyncExternalStore(connection.onStatus, connection.status);
  // A socket may outlive its network for a while; calls do not.
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isOffline = !isOnline || status === 'offline';
  return (
    <div aria-live="polite">
      {isOffline ? (
        <ConnectionLine lacks="network" queued={queued} />
      ) : (
        status === 'reconnecting' && <ConnectionLine lacks="socket" queued={queued} />
      )}
    </div>
  );
}

export function ConnectionLine({ lacks, queued }: { lacks: 'network' | 'socket'; queued: number }) {
  const t = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-warn-soft px-3 py-1.5 text-warn">
      {t(lacks === 'network' ? 'state.offline' : 'state.reconnecting')}
      {queued > 0 && <strong className="font-semibold">{t('state.queued', { count: queued })}</strong>}
      {lacks === 'socket' && (
        <Button small onClick={() => dispatchEvent(new Event('online'))}>
          {t('state.connectNow')}
        </Button>
      )}
    </div>
  );
}

function onNetwork(listener: () => void): () => void {
  const stop = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, listener, stop);
  return () => stop.abort();
}
