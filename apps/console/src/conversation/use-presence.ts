import type { TeammateView } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { useEffect, useState } from 'react';

import { useWorkplace } from '../app/workplace.tsx';

/** Whether the visitor is connected, live; undefined until it is known, and where there is no record of them. */
export function usePresence(visitorId: string | undefined): boolean | undefined {
  const { connection } = useWorkplace();
  const [isOnline, setOnline] = useState<boolean>();
  useEffect(() => {
    if (visitorId === undefined) return undefined;
    const show = ({ presence }: TeammateView) => setOnline(presence.status === 'online');
    return connection.live.subscribe<TeammateView>(topics.user(visitorId), {
      onSnapshot: ([record]) => record && show(record),
      onFrame: ({ method, message }) => (method === 'DELETE' ? setOnline(undefined) : show(message)),
    });
  }, [connection, visitorId]);
  return isOnline;
}
