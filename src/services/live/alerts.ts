/** One way of the device to draw attention. */
export interface Alert {
  isPossible(): boolean;
  /** Makes later alerts possible, until the returned function is called. */
  prepare(): () => void;
  /** Plays it once. Must be called within a press. */
  sample(): void;
  play(): void;
}

const TONE_HZ = 880;
const TONE_SECONDS = 0.4;
const VIBRATION_MS = 200;

function playTone(audio: AudioContext): void {
  const start = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = TONE_HZ;
  // A tone that starts or ends at full volume clicks.
  volume.gain.setValueAtTime(0.001, start);
  volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + TONE_SECONDS);
}

/** Creates the short tone. Browsers allow audio only after a press, so each press on the page unlocks it. */
export function createSound(): Alert {
  let audio: AudioContext | null = null;
  const unlock = async () => {
    audio ??= new AudioContext();
    if (audio.state !== 'running') await audio.resume();
    return audio;
  };
  return {
    isPossible: () => 'AudioContext' in window,
    prepare() {
      const stopped = new AbortController();
      const { signal } = stopped;
      // A browser that refuses is asked again at the next press.
      const onPress = () => void unlock().catch(() => {});
      for (const type of ['click', 'keydown']) document.addEventListener(type, onPress, { capture: true, signal });
      return () => {
        stopped.abort();
        void audio?.close();
        audio = null;
      };
    },
    sample: () => void unlock().then(playTone, () => {}),
    play() {
      // A locked tone would sound at the next press, when it is no longer news.
      if (audio?.state === 'running') playTone(audio);
    },
  };
}

const vibrate = () => void navigator.vibrate(VIBRATION_MS);

/** The short vibration. */
export const vibration: Alert = {
  // Chrome on a computer has the function, and nothing that vibrates.
  isPossible: () => 'vibrate' in navigator && window.matchMedia('(pointer: coarse)').matches,
  prepare: () => () => {},
  sample: vibrate,
  play: vibrate,
};
