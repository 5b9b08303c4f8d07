const pauseMs = 3_000;

/** Two short tones, at most once in three seconds; browsers allow it only after the visitor has touched the page. */
export function newSound(): () => void {
  let playedAt = 0;
  let context: AudioContext | undefined;
  return () => {
    const { userActivation } = navigator;
    if (!userActivation?.hasBeenActive || Date.now() - playedAt < pauseMs) return;
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
}
