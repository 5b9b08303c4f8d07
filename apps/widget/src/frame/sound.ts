const pauseMs = 3_000;
const hiddenDelayMs = 300;

/**
 * Two short tones, at most once in three seconds and in only one of the visitor's tabs, preferably a visible one. Browsers allow sound only
 * after the visitor has interacted with the page.
 */
export function newSound(project: string): () => Promise<void> {
  let context: AudioContext | undefined;
  let playedAt = 0;
  const play = () => {
    playedAt = Date.now();
    context ??= new AudioContext();
    for (const [frequency, delay] of [
      [660, 0],
      [880, 0.12],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      const from = context.currentTime + delay;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.08, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.25);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + 0.26);
    }
  };
  return async () => {
    const { locks, userActivation } = navigator as { locks?: LockManager; userActivation?: UserActivation };
    if (!userActivation?.hasBeenActive || Date.now() - playedAt < pauseMs) return;
    const isHidden = document.visibilityState !== 'visible';
    if (!locks) return isHidden ? undefined : play();
    // Visible tabs come first.
    if (isHidden) await pause(hiddenDelayMs);
    await locks.request(`parley-sound:${project}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      play();
      await pause(pauseMs);
    });
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
