import { closeOwnRequest, getTranscript } from '@parley/sdk';
import { ownZone } from '@parley/sdk/browser';
import { useEffect, useRef, useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';

/** Actions on a conversation: transcript, sound, closing. */
export function Menu({ requestId }: { requestId: string }) {
  const state = usePanel();
  const { texts, visit, settings } = state;
  const [isOpen, setOpen] = useState(false);
  const [isMuted, setMuted] = useState(state.preferences.read('isMuted') === true);
  const frame = useRef<HTMLSpanElement>(null);
  const row = visit.value.rows.value.find(({ request_id: id }) => id === requestId);

  useEffect(() => {
    if (isOpen) frame.current?.querySelector<HTMLElement>('.menu button')?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const act = (work: () => unknown) => () => {
    close();
    work();
  };
  const download = async () => {
    const { parley, signal } = visit.peek();
    const text = await getTranscript(parley, { request_id: requestId, format: 'txt', timezone: ownZone() }, { signal });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = 'transcript.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const end = async () => {
    const { parley, signal } = visit.peek();
    await closeOwnRequest(parley, { request_id: requestId }, { signal });
  };
  const orSay = (work: () => Promise<void>) => () => void work().catch(() => state.say('NOT_SENT'));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside.
    <span
      class="menu-frame"
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        class="quiet"
        aria-label={texts.word('OPTIONS')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <span class="menu" role="group" aria-label={texts.word('OPTIONS')}>
          {row && (
            <button type="button" onClick={act(orSay(download))}>
              {texts.word('DOWNLOAD_TRANSCRIPT')}
            </button>
          )}
          {settings.value.sound && (
            <button
              type="button"
              onClick={act(() => {
                setMuted(!isMuted);
                state.preferences.write('isMuted', !isMuted);
              })}
            >
              {texts.word(isMuted ? 'SOUND_ON' : 'SOUND_OFF')}
            </button>
          )}
          {row && !state.isClosed(requestId) && (
            <button type="button" onClick={act(orSay(end))}>
              {texts.word('CLOSE_CHAT')}
            </button>
          )}
        </span>
      )}
    </span>
  );
}
