const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Calls back once, at the first sign of a person at the page: what a first screen does not show is loaded then. @returns stops waiting */
export function onFirstInput(callback: () => void): () => void {
  const waiting = new AbortController();
  const run = () => {
    waiting.abort();
    callback();
  };
  for (const sign of signs) document.addEventListener(sign, run, { signal: waiting.signal, capture: true });
  return () => waiting.abort();
}
