/** At most one sound in this time. */
const pauseMs = 3000;

let context: AudioContext | undefined;
let playedAt = 0;

/** Whether the browser would play: it wants a click or key in the page first. */
export function canSound(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Two short tones, made here so that nothing is loaded. @param volume 0 to 100 */
export function sound(volume: number): void {
  const now = Date.now();
  if (volume === 0 || !canSound() || now - playedAt < pauseMs) return;
  playedAt = now;
  context ??= new AudioContext();
  void context.resume();
  const gain = context.createGain();
  gain.connect(context.destination);
  const from = context.currentTime;
  // A soft beginning and end: a tone that is cut clicks.
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume / 400, from + 0.02);
  gain.gain.setValueAtTime(volume / 400, from + 0.24);
  gain.gain.linearRampToValueAtTime(0, from + 0.3);
  const oscillator = context.createOscillator();
  oscillator.frequency.setValueAtTime(660, from);
  oscillator.frequency.setValueAtTime(880, from + 0.14);
  oscillator.connect(gain);
  oscillator.start(from);
  oscillator.stop(from + 0.3);
}
