/** The counts of events per stream, sampled whenever an operator opens the overview. */
export class ThroughputSamples {
  #samples: ThroughputSample[] = [];

  /** Returns all samples, oldest first. Two operators at once add one sample. */
  add(sample: ThroughputSample): readonly ThroughputSample[] {
    const last = this.#samples.at(-1);
    if (!last || sample.at - last.at >= MIN_INTERVAL_MS)
      this.#samples = [...this.#samples, sample].slice(-MAX_SAMPLES);
    return this.#samples;
  }
}

/** Events per second between consecutive samples. Events that retention removes do not count as negative. */
export function ratesOf(samples: readonly ThroughputSample[], stream: string): number[] {
  return samples.slice(1).map((sample, index) => {
    const before = samples[index];
    const seconds = (sample.at - (before?.at ?? sample.at)) / 1_000;
    const count = (sample.events.get(stream) ?? 0) - (before?.events.get(stream) ?? 0);
    return seconds > 0 ? Math.max(0, count / seconds) : 0;
  });
}

const MIN_INTERVAL_MS = 2_000;
const MAX_SAMPLES = 120;

interface ThroughputSample {
  readonly at: number;
  readonly events: ReadonlyMap<string, number>;
}
