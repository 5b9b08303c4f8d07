import { BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { notificationsOf } from '../app/notification-settings.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Hint } from '../ui/hint.tsx';
import { useMedia } from '../ui/use-media.ts';
import { canSound, playSound } from './sound.ts';

/**
 * Says that the browser lets nothing sound before a first click or key. In the rail, where nothing moves when it goes and it covers nothing; on
 * phones, whose rail has no room, as a line above it.
 */
export function SoundBar({ place }: { place: 'rail' | 'line' }) {
  const t = useTexts();
  const { people, teammate, me } = useWorkplace();
  const hasRail = useMedia('(width >= 48rem)');
  const [blocked, setBlocked] = useState(() => !canSound());
  useEffect(() => {
    if (!blocked) return undefined;
    const stop = new AbortController();
    const look = () => setBlocked(!canSound());
    for (const event of ['click', 'keyup']) addEventListener(event, look, stop);
    return () => stop.abort();
  }, [blocked]);
  const settings = notificationsOf(people.settingsOf(me) ?? teammate.settings);
  const { assigned, message, mention, waiting } = settings;
  const wantsSound = [assigned, message, mention, waiting].some((way) => way === 'sound' || way === 'both');
  if (!blocked || !wantsSound || hasRail !== (place === 'rail')) return null;
  const words = t('notice.blocked');
  const enable = () => playSound({ ...settings, volume: 60 });
  if (place === 'line')
    return (
      <div role="status" className="flex items-center gap-3 border-line border-t bg-paper px-3 py-2 text-small">
        <span className="min-w-0 flex-1">{words}</span>
        <Button small onClick={enable}>
          {t('notice.enable')}
        </Button>
      </div>
    );
  return (
    <div role="status" className="flex w-18">
      <span className="sr-only">{words}</span>
      <Hint text={words}>
        <button
          type="button"
          onClick={enable}
          className="flex w-full min-w-0 flex-col items-center gap-0.5 rounded-box px-1 py-1.5 text-small text-warn hover:bg-hover"
        >
          <BellOff size={20} aria-hidden />
          <span className="max-w-full text-center leading-tight">{t('notice.enable')}</span>
        </button>
      </Hint>
    </div>
  );
}
