import { foreignRel } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import { type Answer, type BotButton, isPressed, pressOf } from './attachment.ts';

interface Props {
  buttons: readonly BotButton[];
  /** Buttons of the newest message, which the visitor has not answered. */
  isLive: boolean;
  /** The visitor's next message. */
  answer: Answer | undefined;
}

/**
 * Buttons of a bot: active under the newest message; afterwards only the pressed one is left. It remains the same element, and is not
 * `disabled`, so that keyboard users keep the focus.
 */
export function BotButtons({ buttons, isLive, answer }: Props) {
  const state = usePanel();
  const isShown = (button: BotButton) => isLive || button.type === 'url' || (answer && isPressed(button, answer));
  if (!buttons.some(isShown)) return null;
  const press = (button: BotButton) => {
    const message = pressOf(button);
    if (message && isLive) state.send(message);
  };
  return (
    <ul class="chips">
      {buttons.map(
        (button, index) =>
          isShown(button) && (
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
                  aria-disabled={!isLive}
                  onClick={() => press(button)}
                >
                  <bdi>{button.label}</bdi>
                </button>
              )}
            </li>
          ),
      )}
    </ul>
  );
}
