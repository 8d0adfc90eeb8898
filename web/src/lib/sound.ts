/**
 * Three sounds, made on the spot: a tile put down, "you may act", a win. Nothing sounds before the first input (browsers
 * forbid it) or while sound is off.
 */
import { settings } from './settings.svelte';

export type Sound = 'clack' | 'cue' | 'win';

let context: AudioContext | null = null;

/** Call once: the first input of any kind wakes the sound up. */
export function wakeSoundOnInput(): void {
  const wake = (): void => {
    if (typeof AudioContext !== 'function') return;
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  };
  for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, wake, { once: true, capture: true });
}

export function play(sound: Sound): void {
  if (!context || !settings.sound || context.state !== 'running') return;
  SOUNDS[sound](context, context.currentTime + 0.01);
}

/** Loudness that rises at once and dies away. */
function fading(audio: AudioContext, start: number, loud: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, start: number, hertz: number, loud: number, seconds: number): void {
  const wave = audio.createOscillator();
  wave.type = 'triangle';
  wave.frequency.setValueAtTime(hertz, start);
  wave.connect(fading(audio, start, loud, seconds));
  wave.start(start);
  wave.stop(start + seconds);
}

/** Two pieces of bone: a short knock of filtered noise over a low body. */
function clack(audio: AudioContext, start: number): void {
  const seconds = 0.06;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 2300;
  filter.Q.value = 2.5;
  source.connect(filter);
  filter.connect(fading(audio, start, 0.28, seconds));
  source.start(start);
  tone(audio, start, 420, 0.08, 0.05);
}

const SOUNDS: Record<Sound, (audio: AudioContext, start: number) => void> = {
  clack,
  cue(audio, start) {
    tone(audio, start, 587, 0.1, 0.16);
    tone(audio, start + 0.09, 784, 0.1, 0.22);
  },
  win(audio, start) {
    [523, 659, 784, 1047].forEach((hertz, place) => tone(audio, start + place * 0.1, hertz, 0.09, 0.4));
  },
};
