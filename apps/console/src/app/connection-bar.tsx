import { useSyncExternalStore } from 'react';

import { Button } from '../ui/button.tsx';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

/** What the connection lacks, under the head of every screen, for as long as it lasts. */
export function ConnectionBar() {
  const t = useTexts();
  const { connection } = useWorkplace();
  const status = useSyncExternalStore(connection.onStatus, connection.status);
  // A socket may outlive its network for a while; calls do not.
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isOffline = !isOnline || status === 'offline';
  if (!isOffline && status !== 'reconnecting') return <div aria-live="polite" />;
  return (
    <div
      aria-live="polite"
      className="flex items-center justify-center gap-3 border-b border-line bg-warn-soft px-3 py-1.5 text-warn"
    >
      {t(isOffline ? 'state.offline' : 'state.reconnecting')}
      {!isOffline && (
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
