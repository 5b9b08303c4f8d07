import { withVisibleBidi } from '@parley/sdk/markup';
import { useEffect, useRef, useState } from 'react';
import { useWorkplace } from '../app/workplace.tsx';
import type { ThreadMessage } from './thread.ts';

const everyMs = 2000;
const maxCharacters = 120;
/** Of those that came together; more would talk over the next ones. */
const maxAtOnce = 5;

/** Reads new messages of others to screen readers, each once, those of two seconds together. */
export function Announcer({ messages }: { messages: readonly ThreadMessage[] }) {
  const { me } = useWorkplace();
  const [said, setSaid] = useState<{ upto: number; seqs: number[] }>();
  const upto = useRef<number>(undefined);
  const saidAt = useRef(0);

  useEffect(() => {
    const newest = messages.at(-1)?.seq;
    // What stands there when the conversation is opened is not new.
    if (upto.current === undefined || newest === undefined) {
      upto.current = newest;
      return undefined;
    }
    const from = upto.current;
    const fresh = messages.filter(({ seq, sender }) => seq > from && sender !== me);
    if (fresh.length === 0) return undefined;
    const say = () => {
      saidAt.current = Date.now();
      upto.current = newest;
      setSaid({ upto: newest, seqs: fresh.slice(-maxAtOnce).map(({ seq }) => seq) });
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + everyMs - Date.now()));
    return () => clearTimeout(timer);
  }, [messages, me]);

  // From the messages as they are: words that were taken out of one stand here no longer.
  const words = said && messages.filter(({ seq }) => said.seqs.includes(seq)).map(wordsOf);
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time: the same words twice are two messages. */}
      {words && <p key={said.upto}>{words.join('. ')}</p>}
    </div>
  );
}

function wordsOf({ senderFullname, text, metadata }: ThreadMessage): string {
  return `${withVisibleBidi(senderFullname)}: ${(text || String(metadata?.name ?? '')).slice(0, maxCharacters)}`;
}
