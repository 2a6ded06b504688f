import type { Way } from './agreed.ts';
import { Books, inWords, isGood } from './books.ts';
import { Crew } from './crew.ts';

/**
 * Runs a regression of the ways that carry work: those who give it keep giving until the regression has seen enough,
 * and whatever it comes to, everyone is stopped.
 */
export async function runThreeWays(
  stage: Stage,
  run: (play: ThreeWays) => Promise<boolean>,
): Promise<boolean> {
  const { ways } = stage;
  const books = new Books(stage.booksUrl);
  const crew = new Crew(stage.crewUrl, ways);
  const stop = new AbortController();
  let giving: Promise<unknown> = Promise.resolve();
  const endGiving = async () => {
    stop.abort();
    await giving;
  };
  try {
    await books.open();
    await crew.start(stage.processes);
    giving = Promise.all(ways.map(way => books.giveUntil(way, stage.everyMs, stop.signal)));
    return await run({ books, crew, endGiving });
  } finally {
    await endGiving();
    await crew.stop();
    await books.close();
  }
}

/** Whether each way has done what was acknowledged, once each, and more than so much of it; prints what it found. */
export async function allSettled(books: Books, ways: readonly Way[], moreThan: number): Promise<boolean> {
  let ok = true;
  for (const way of ways) {
    const verdict = await books.settled(way, 60_000);
    console.log(inWords(way, verdict));
    ok = ok && isGood(verdict) && verdict.acknowledged > moreThan;
  }
  return ok;
}

export interface Stage {
  readonly ways: readonly Way[];
  /** Where the books are kept, and where the crew works: there may be something in between. */
  readonly booksUrl: string;
  readonly crewUrl: string;
  readonly processes: number;
  /** Between two pieces of work on each way. */
  readonly everyMs: number;
}

export interface ThreeWays {
  readonly books: Books;
  readonly crew: Crew;
  /** Resolves when nobody gives work any more. */
  endGiving(): Promise<void>;
}
