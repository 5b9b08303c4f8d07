import { Check, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import { Hint } from '../ui/hint.tsx';

/** A client of the visitor has acknowledged that it has the message, and that it was read. Source: contract 21 section 5.1. */
const received = 250;
const seen = 300;

/** How far a message has come, as mark and word; pointed at, it says what that means. */
export function DeliveryState({ status }: { status: number }) {
  const t = useTexts();
  const [word, meaning, icon] = deliveryOf(status);
  return (
    <Hint text={t(meaning)}>
      <p className="mt-0.5 flex items-center gap-1 px-1 text-small text-ink-soft">
        {icon}
        <span>{t(word)}</span>
        <span className="sr-only">{t(meaning)}</span>
      </p>
    </Hint>
  );
}

function deliveryOf(status: number): [word: MessageId, meaning: MessageId, icon: ReactNode] {
  if (status >= seen)
    return ['message.seen', 'message.seenText', <CheckCheck key="" size={13} className="text-accent" aria-hidden />];
  if (status >= received)
    return ['message.delivered', 'message.deliveredText', <CheckCheck key="" size={13} aria-hidden />];
  return ['message.sent', 'message.sentText', <Check key="" size={13} aria-hidden />];
}
