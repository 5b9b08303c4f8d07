import type { TeammateView } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { useEffect, useState } from 'react';

import { useWorkplace } from '../app/workplace.tsx';

/**
 * Whether the visitor is connected; undefined until it is known, and where there is no record of them. Frames do not announce visitors: the
 * record is read again, over the same socket, with each message of theirs.
 * @param heard `seq` of their newest message
 */
export function usePresence(visitorId: string | undefined, heard: number): boolean | undefined {
  const { connection } = useWorkplace();
  const [isOnline, setOnline] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subscription reads the record again.
  useEffect(() => {
    if (visitorId === undefined) return undefined;
    const show = ({ presence }: TeammateView) => setOnline(presence.status === 'online');
    return connection.live.subscribe<TeammateView>(topics.user(visitorId), {
      onSnapshot: ([record]) => record && show(record),
      onFrame: ({ method, message }) => (method === 'DELETE' ? setOnline(undefined) : show(message)),
    });
  }, [connection, visitorId, heard]);
  return isOnline;
}
