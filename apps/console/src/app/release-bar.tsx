import { useEffect, useState } from 'react';

import { Button } from '../ui/button.tsx';
import { failures } from './failures.ts';
import { isReplaced } from './release.ts';
import { useTexts } from './texts.tsx';
import { useWorkplace } from './workplace.tsx';

const lookAgainMs = 10_000;

/** Says that there is a newer release. The page works on until the person reloads it. Source: contract 80 section 4. */
export function ReleaseBar() {
  const { connection, drafts } = useWorkplace();
  const [isOld, setOld] = useState(false);

  // An upgrade cuts the connection. Where the page comes back to a gateway that is yet to be upgraded, the next look tells.
  useEffect(() => {
    if (isOld) return undefined;
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(again);
      isReplaced().then(setOld, () => {
        // A gateway that has just begun may not answer at once. Without a connection, the next one looks.
        if (!stop.signal.aborted && connection.status() === 'open') again = setTimeout(look, lookAgainMs);
      });
    };
    let hasBeenOpen = connection.status() === 'open';
    const stopListening = connection.onStatus(() => {
      if (connection.status() !== 'open') return;
      if (hasBeenOpen) look();
      hasBeenOpen = true;
    });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), stop);
    return () => {
      stopListening();
      stop.abort();
      clearTimeout(again);
    };
  }, [isOld, connection]);

  /** Forms and uploads that are not finished make the browser ask. */
  async function reload() {
    await drafts.flush();
    location.reload();
  }

  return <div role="status">{isOld && <ReleaseLine onReload={() => failures.run('reload', reload)} />}</div>;
}

export function ReleaseLine({ onReload }: { onReload: () => void }) {
  const t = useTexts();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-raised px-3 py-1.5 text-ink-soft">
      {t('state.newRelease')}
      <Button small onClick={onReload}>
        {t('state.reload')}
      </Button>
    </p>
  );
}
