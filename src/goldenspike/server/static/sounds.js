// Short sounds of our own, made in the browser: each is a few tones or a burst of noise with a fading volume.

let audio = null;
const output = () => {
  audio ??= new AudioContext();
  return audio;
};

function fade(start, length, loudness) {
  const volume = output().createGain();
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(output().destination);
  return volume;
}

function tone(pitch, { after = 0, length = 0.3, loudness = 0.1, type = "sine", to = pitch } = {}) {
  const start = output().currentTime + after;
  const source = output().createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(fade(start, length, loudness));
  source.start(start);
  source.stop(start + length);
}

function noise(pitch, { after = 0, length = 0.08, loudness = 0.2 } = {}) {
  const start = output().currentTime + after;
  const rate = output().sampleRate;
  const grain = output().createBuffer(1, Math.ceil(rate * length), rate);
  grain.copyToChannel(
    Float32Array.from({ length: grain.length }, () => Math.random() * 2 - 1),
    0,
  );
  const source = output().createBufferSource();
  const filter = output().createBiquadFilter();
  source.buffer = grain;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fade(start, length, loudness));
  source.start(start);
}

export const SOUNDS = {
  // A station bell, twice.
  turn() {
    tone(660, { length: 0.4 });
    tone(880, { after: 0.18, length: 0.5 });
  },
  // Cardboard put down on cardboard.
  tile() {
    noise(900);
    tone(170, { length: 0.09, to: 90, loudness: 0.2 });
  },
  // A paper drawn across the table.
  share() {
    noise(3200, { length: 0.12, loudness: 0.14 });
    noise(4200, { after: 0.07, length: 0.1, loudness: 0.1 });
  },
  // A whistle of two pipes.
  train() {
    for (const pitch of [523, 622]) tone(pitch, { length: 0.45, loudness: 0.05, type: "triangle", to: pitch * 0.97 });
  },
  // Coins.
  pay() {
    for (const [number, pitch] of [1568, 2093, 1760].entries())
      tone(pitch, { after: number * 0.07, length: 0.18, loudness: 0.05 });
  },
};

const OF_EVENT = {
  TileLaid: "tile",
  SpecialTileLaid: "tile",
  TokenPlaced: "tile",
  ShareMoved: "share",
  PrivateMoved: "share",
  TrainMoved: "train",
  DividendDeclared: "pay",
};

// The sound of the first event that has one: what follows from a move by itself is not heard.
export const soundOf = (events) => events.map((name) => OF_EVENT[name]).find(Boolean);
