/** Publishers of the synthetic world (world/), in a process of their own; their back catalogue is the corpus. */
export const CORPUS = {
  name: 'a synthetic world of newspapers in five languages',
  size: '10,000 articles of some 340 sources; quick 2,000 of 100',
};

export const FULL: Size = {
  publishers: 340,
  articles: 10_000,
  restSeconds: 60,
  idleSeconds: 60,
  restarts: 3,
};
export const QUICK: Size = {
  publishers: 100,
  articles: 2_000,
  restSeconds: 45,
  idleSeconds: 20,
  restarts: 1,
};

interface Size {
  readonly publishers: number;
  /** The first fill is over when so many articles are stored and in stories. */
  readonly articles: number;
  /** Between the end of the work and the measurement of memory. */
  readonly restSeconds: number;
  readonly idleSeconds: number;
  readonly restarts: number;
}
