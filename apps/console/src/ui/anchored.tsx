import { Popover } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useState } from 'react';

import { Dialog } from './dialog.tsx';

interface AnchoredProps {
  title: string;
  closeLabel: string;
  /** The control that it belongs to: it opens below. Without one in view, it is a dialog. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
  wide?: boolean;
  children: (isAnchored: boolean) => ReactNode;
}

/** What a control opens: below it, or as a dialog. */
export function Anchored({ title, closeLabel, anchor, initialFocus, onClose, wide, children }: AnchoredProps) {
  const [isAnchored] = useState(() => anchor?.current?.checkVisibility() === true);
  const focus = initialFocus && { initialFocus };
  if (!isAnchored)
    return (
      <Dialog open onClose={onClose} title={title} closeLabel={closeLabel} high {...focus}>
        {children(false)}
      </Dialog>
    );
  return (
    <Popover.Root
      open
      // A press on the control is the control's: it closes by itself.
      onOpenChange={(next, { event: { target } }) => {
        if (!next && !(target instanceof Node && anchor?.current?.contains(target))) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="start" collisionPadding={8} className="z-40">
          <Popover.Popup
            aria-label={title}
            {...focus}
            className={`${wide ? 'w-96' : 'w-72'} max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-box border border-line bg-paper p-2 text-base text-ink shadow-float outline-none`}
          >
            {children(true)}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
