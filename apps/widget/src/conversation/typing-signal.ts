const pauseMs = 3_000;
const silenceMs = 5_000;

interface TypingSignal {
  key(): void;
  stop(): void;
}

/** Reports that the visitor is typing, at most once in three seconds, and that they have stopped. */
export function typingSignal(say: (isTyping: boolean) => void): TypingSignal {
  let saidAt = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(silence);
    if (saidAt !== 0) say(false);
    saidAt = 0;
  };
  return {
    key() {
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
      if (Date.now() - saidAt < pauseMs) return;
      saidAt = Date.now();
      say(true);
    },
    stop,
  };
}
