/** At rest for so long, a page loads what it may need next. */
const restMs = 10_000;
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Calls back once, at the first sign of a person at the page, or when it has rested for ten seconds: what a first screen does not
 * show is loaded then. @returns stops waiting
 */
export function onFirstInput(callback: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, run, true);
  };
  const run = () => {
    stop();
    callback();
  };
  const timer = setTimeout(run, restMs);
  for (const sign of signs) document.addEventListener(sign, run, { capture: true, passive: true });
  return stop;
}
