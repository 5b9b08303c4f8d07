import type { MessageView } from '@parley/sdk';
import { hostOf, isSafeLink, withVisibleBidi } from '@parley/sdk/markup';
import { useState } from 'preact/hooks';

import { foreignRel } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';
import { Viewer } from './viewer.tsx';

/** The file, image or frame of a message. Files of other hosts are links that name the host, and are never loaded. */
export function Attached({ message: { type, metadata } }: { message: MessageView }) {
  const { host, texts } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const { src, name, width, height, type: mediaType } = metadata ?? {};
  if (!isSafeLink(src)) return null;
  const isOurs = new URL(src).origin === new URL(host.api).origin;
  const shownName = typeof name === 'string' && name !== '' ? withVisibleBidi(name) : (hostOf(src) ?? '');
  const size = { width: pixels(width, 240), height: pixels(height, 160) };
  if (type === 'image' && isOurs)
    return (
      <>
        <button type="button" class="image" onClick={() => setOpen(true)}>
          <img src={src} alt={texts.text('IMAGE', { name: shownName })} loading="lazy" {...size} />
        </button>
        {isOpen && <Viewer src={src} name={shownName} onClose={() => setOpen(false)} />}
      </>
    );
  if (isOurs && (type === 'audio' || String(mediaType).startsWith('audio/')))
    // biome-ignore lint/a11y/useMediaCaption: a voice message has none.
    return <audio src={src} controls preload="none" aria-label={shownName} />;
  if (isOurs && type === 'video') return <video src={src} controls preload="none" aria-label={shownName} {...size} />;
  const isElsewhere = !isOurs && hostOf(src) !== location.host;
  if (type === 'frame' && isElsewhere && src.startsWith('https:'))
    return (
      <iframe
        src={src}
        title={texts.text('FOREIGN', { host: hostOf(src) ?? '' })}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerpolicy="no-referrer"
        loading="lazy"
        {...size}
      />
    );
  const words = isOurs
    ? texts.text('DOWNLOAD', { name: shownName })
    : texts.text('FOREIGN', { host: hostOf(src) ?? '' });
  return (
    <a class="file" href={src} target="_blank" rel={foreignRel}>
      <Icon name="file" />
      <bdi>{words}</bdi>
    </a>
  );
}

/** Reserved before the image has loaded, to avoid layout shifts. */
function pixels(value: unknown, byDefault: number): number {
  const number = Number(value);
  return number > 0 && number <= 10_000 ? number : byDefault;
}
