import { useSyncExternalStore } from 'react';

import { Button } from '../ui/button.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** What the connection lacks, under the head of every screen, for as long as it lasts. */
export function ConnectionBar() {
  const { connection } = useWorkplace();
  const status = useSyncExternalStore(connection.onStatus, connection.status);
  // A socket may outlive its network for a while; calls do not.
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isOffline = !isOnline || status === 'offline';
  return (
    <div aria-live="polite">
      {isOffline ? <ConnectionLine lacks="network" /> : status === 'reconnecting' && <ConnectionLine lacks="socket" />}
    </div>
  );
}

export function ConnectionLine({ lacks }: { lacks: 'network' | 'socket' }) {
  const t = useTexts();
  return (
    <div className="flex items-center justify-center gap-3 border-b border-line bg-warn-soft px-3 py-1.5 text-warn">
      {t(lacks === 'network' ? 'state.offline' : 'state.reconnecting')}
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
