import type { NotificationSettings, NotificationSound } from '../app/notification-settings.ts';

/** At most one sound in this time. */
const pauseMs = 3000;
/** Of the loudest tone: more than this startles. */
const maxGain = 0.25;
/** Nearly: a fading tone never comes to zero. */
const silent = 0.0001;

interface Melody {
  shape: OscillatorType;
  tones: readonly { hertz: number; seconds: number }[];
}

/** Short tones, one after the other, made here so that nothing is loaded. */
const melodies: Record<NotificationSound, Melody> = {
  chime: {
    shape: 'sine',
    tones: [
      { hertz: 660, seconds: 0.14 },
      { hertz: 880, seconds: 0.2 },
    ],
  },
  knock: {
    shape: 'triangle',
    tones: [
      { hertz: 180, seconds: 0.12 },
      { hertz: 160, seconds: 0.1 },
    ],
  },
  bell: { shape: 'sine', tones: [{ hertz: 1046.5, seconds: 0.8 }] },
  drop: {
    shape: 'sine',
    tones: [
      { hertz: 1174.7, seconds: 0.08 },
      { hertz: 587.3, seconds: 0.14 },
    ],
  },
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
  play(context, melodies[sound], (volume / 100) * maxGain);
}

/** Each tone begins softly and fades: one that is cut clicks. */
function play(audio: AudioContext, { shape, tones }: Melody, loudness: number): void {
  const gain = audio.createGain();
  gain.connect(audio.destination);
  const oscillator = audio.createOscillator();
  oscillator.type = shape;
  oscillator.connect(gain);
  let at = audio.currentTime;
  oscillator.start(at);
  for (const { hertz, seconds } of tones) {
    oscillator.frequency.setValueAtTime(hertz, at);
    gain.gain.setValueAtTime(silent, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(silent, at + seconds);
    at += seconds;
  }
  oscillator.stop(at);
}
