import type { NotificationSettings, NotificationSound } from '../app/notification-settings.ts';

/** At most one sound in this time. */
const pauseMs = 3000;
/** Of the loudest tone: more than this startles. */
const maxGain = 0.25;

interface Tone {
  /** Seconds after the first one. */
  at: number;
  seconds: number;
  hertz: number;
  shape: OscillatorType;
}

/** Short tones, made here so that nothing is loaded. */
const melodies: Record<NotificationSound, readonly Tone[]> = {
  chime: [
    { at: 0, seconds: 0.16, hertz: 660, shape: 'sine' },
    { at: 0.14, seconds: 0.18, hertz: 880, shape: 'sine' },
  ],
  knock: [
    { at: 0, seconds: 0.07, hertz: 180, shape: 'triangle' },
    { at: 0.13, seconds: 0.09, hertz: 160, shape: 'triangle' },
  ],
  bell: [
    { at: 0, seconds: 0.7, hertz: 1046.5, shape: 'sine' },
    { at: 0, seconds: 0.4, hertz: 2093, shape: 'sine' },
  ],
  drop: [
    { at: 0, seconds: 0.09, hertz: 1174.7, shape: 'sine' },
    { at: 0.08, seconds: 0.14, hertz: 587.3, shape: 'sine' },
  ],
};

let context: AudioContext | undefined;
let playedAt = 0;

/** Whether the browser would play: it wants a click or key in the page first. */
export function canSound(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** @param isTry a person wants to hear it now, also soon after another one */
export function playSound({ sound, volume }: Pick<NotificationSettings, 'sound' | 'volume'>, isTry = false): void {
  const now = Date.now();
  if (volume === 0 || !canSound() || (!isTry && now - playedAt < pauseMs)) return;
  playedAt = now;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of melodies[sound]) play(context, tone, (volume / 100) * maxGain);
}

/** A soft beginning, and an end that fades: a tone that is cut clicks. */
function play(audio: AudioContext, { at, seconds, hertz, shape }: Tone, loudness: number): void {
  const from = audio.currentTime + at;
  const gain = audio.createGain();
  gain.connect(audio.destination);
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  const oscillator = audio.createOscillator();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, from);
  oscillator.connect(gain);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}
