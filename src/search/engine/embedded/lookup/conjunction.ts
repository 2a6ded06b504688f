import { judge, type Run } from './collect.ts';

/**
 * Every required cursor has to have an article; the rarest leads, and the others keep what they have of each batch of
 * its articles. Where nothing is counted, blocks of the leading cursor that hold nothing good enough are passed over,
 * what cannot become good enough is dropped before the next cursor is asked, and once nothing that comes can be good
 * enough, all that is not counted is.
 */
export function lookUpAll(run: Run): void {
  const { search, counter, top, ranking } = run;
  const lead = search.required[0]?.cursor;
  if (lead === undefined) return;
  const highest = boundIn(run, 0, search.from, search.to);
  for (let from = lead.seek(search.from); from < search.to; from = lead.seek(from)) {
    const isCounted = counter.counts(from);
    const to = Math.min(search.to, counter.endOfFew);
    const needed = ranking.needed(top.threshold, from);
    if (isCounted) {
      from = lookAt(run, from, to, { isCounted, needed });
      continue;
    }
    const end = Math.min(to, lead.blockEnd(from) + 1);
    if (highest <= needed) from = to;
    else if (boundIn(run, 0, from, end) <= needed) from = end;
    else from = lookAt(run, from, end, { isCounted, needed });
  }
}

/** Returns the first article that was not looked at. */
function lookAt(run: Run, from: number, to: number, { isCounted, needed }: Wanted): number {
  const { required, optional, hasWords } = run.search;
  const { batch } = run;
  let next = from;
  for (const [place, { cursor, factor }] of required.entries()) {
    if (place === 0) next = cursor.take(from, to, factor, batch);
    else batch.count = cursor.retain(batch, factor);
    if (batch.count === 0) return next;
    if (!isCounted && hasWords && required.length + optional.length > place + 1)
      batch.dropBelow(needed - boundIn(run, place + 1, from, next));
  }
  for (const { cursor, factor } of optional) cursor.addTo(batch, factor);
  if (!hasWords) batch.scores.fill(1, 0, batch.count);
  judge(run, isCounted, needed);
  return next;
}

/** The most that the required cursors from this one on, and the optional ones, add to an article. */
function boundIn({ search }: Run, place: number, from: number, to: number): number {
  const { required, optional, hasWords } = search;
  if (!hasWords) return 1;
  let bound = 0;
  for (let at = place; at < required.length; at++) {
    const { cursor, factor } = required[at] ?? NONE;
    if (factor > 0 && cursor) bound += cursor.boundIn(from, to) * factor;
  }
  for (const { cursor, factor } of optional) bound += cursor.boundIn(from, to) * factor;
  return bound;
}

const NONE = { cursor: null, factor: 0 };

interface Wanted {
  readonly isCounted: boolean;
  readonly needed: number;
}
