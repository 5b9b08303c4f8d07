import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/** A word about a control, shown on hover and focus; never the only place of what must be known. */
export function Hint({
  text,
  keys,
  stays,
  children,
}: {
  /** Without one there is no hint. */
  text: string | undefined;
  keys?: string;
  /** Also when the control is pressed, as it says why nothing happens. */
  stays?: boolean;
  children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Tooltip.Root disabled={text === undefined}>
      <Tooltip.Trigger render={children} delay={400} closeOnClick={!stays} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="flex max-w-72 items-center gap-2 rounded-box bg-ink px-2 py-1 text-small text-paper shadow-float">
            {text}
            {keys && <Keys keys={keys} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Keys to press, one after the other: "g i". */
function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans">
      {keys.split(' ').map((key) => (
        <span key={key} className="min-w-4 rounded-box border border-current px-1 text-center text-small opacity-80">
          {key}
        </span>
      ))}
    </kbd>
  );
}
