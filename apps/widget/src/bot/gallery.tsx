import { hostOf } from '@parley/sdk/markup';

import { foreignRel } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';
import type { Answer, Card } from './attachment.ts';
import { BotButtons } from './bot-buttons.tsx';

interface Props {
  cards: readonly Card[];
  isLive: boolean;
  answer: Answer | undefined;
}

/** Cards side by side; scrolls by swipe and arrow keys. */
export function Gallery({ cards, isLive, answer }: Props) {
  const { host, texts } = usePanel();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard.
    <ul class="gallery" tabIndex={0} aria-label={texts.text('MESSAGES')}>
      {cards.map(({ title, description, image, buttons }, index) => (
        <li key={index} class="card">
          {image &&
            (new URL(image).origin === new URL(host.api).origin ? (
              <img src={image} alt="" width={220} height={120} loading="lazy" />
            ) : (
              <a href={image} target="_blank" rel={foreignRel}>
                {texts.text('FOREIGN', { host: hostOf(image) ?? '' })}
              </a>
            ))}
          <strong dir="auto">{title}</strong>
          <p dir="auto">{description}</p>
          <BotButtons buttons={buttons} isLive={isLive} answer={answer} />
        </li>
      ))}
    </ul>
  );
}
