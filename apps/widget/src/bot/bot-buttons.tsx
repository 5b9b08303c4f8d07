import type { MessageView } from '@parley/sdk';
import { useState } from 'preact/hooks';

import { foreignRel } from '../ui/label.tsx';
import { usePanel } from '../ui/state-context.ts';
import { type BotButton, isPressed, pressOf } from './attachment.ts';

interface Props {
  buttons: readonly BotButton[];
  /** Of the newest message. */
  isLive: boolean;
  /** What the visitor has said next. */
  answer: MessageView | undefined;
}

/** Buttons of a bot: live under the newest message, then the pressed one alone is left. */
export function BotButtons({ buttons, isLive, answer }: Props) {
  const state = usePanel();
  const [isDone, setDone] = useState(false);
  const shown = isLive
    ? buttons
    : buttons.filter((button) => button.type === 'url' || (answer && isPressed(button, answer)));
  if (shown.length === 0) return null;
  const press = (button: BotButton) => {
    const message = pressOf(button);
    // A second press before the first is shown would be a second message.
    if (!message || isDone || !isLive) return;
    setDone(true);
    state.send(message);
  };
  return (
    <ul class="chips">
      {shown.map((button, index) => (
        <li key={index}>
          {button.type === 'url' ? (
            <a class="chip" href={button.href} target={button.isHere ? '_self' : '_blank'} rel={foreignRel}>
              <bdi>{button.label}</bdi>
            </a>
          ) : (
            <button
              type="button"
              class="chip"
              aria-pressed={!isLive}
              disabled={!isLive || isDone}
              onClick={() => press(button)}
            >
              <bdi>{button.label}</bdi>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
