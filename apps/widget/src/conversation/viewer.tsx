import { useEffect, useRef } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';
import { Icon } from '../ui/icon.tsx';

/** An image in full size, over the page. */
export function Viewer({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  const { texts } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={texts.text('VIEWER')}
      onClose={onClose}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <button type="button" class="quiet" aria-label={texts.word('CLOSE')} onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </button>
      <img src={src} alt={texts.text('IMAGE', { name })} />
    </dialog>
  );
}
