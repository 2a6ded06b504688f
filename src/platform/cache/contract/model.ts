import fc from 'fast-check';
import type { ScoredMember, ScoreRange } from '../port.ts';

/** A sorted set in its simplest form: a Map that is sorted for every query. */
export class SortedSetModel {
  readonly scores = new Map<string, number>();

  descending(): ScoredMember[] {
    return [...this.scores]
      .map(([member, score]) => ({ member, score }))
      .sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.member), Buffer.from(a.member)));
  }

  range({ min = -Infinity, max = Infinity, limit, order }: ScoreRange): ScoredMember[] {
    const inside = this.descending().filter(({ score }) => score >= min && score <= max);
    return (order === 'ascending' ? inside.reverse() : inside).slice(0, limit);
  }

  rank(member: string): number | null {
    const rank = this.descending().findIndex(entry => entry.member === member);
    return rank < 0 ? null : rank;
  }

  trim(n: number): number {
    const lowest = this.descending().slice(n);
    for (const { member } of lowest) this.scores.delete(member);
    return lowest.length;
  }
}

/** Few members and few scores, so that ties are common; some sort differently by unit and by byte. */
export const anyMember = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  'aa',
  'é',
  '\ue000',
  '\ufffd',
  '\u{1f600}',
  '日本',
);
const anyScore = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, -0.5, 0.1, 1e15),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
);
export const anyScored: fc.Arbitrary<ScoredMember> = fc
  .record({ member: anyMember, score: anyScore })
  // A score of -0 is the score 0.
  .map(({ member, score }) => ({ member, score: score + 0 }));
const anyBounds = {
  min: fc.option(anyScore, { nil: -Infinity }),
  max: fc.option(anyScore, { nil: Infinity }),
};
export const anyRange: fc.Arbitrary<ScoreRange> = fc.record({
  ...anyBounds,
  limit: fc.nat({ max: 6 }),
  order: fc.constantFrom('ascending', 'descending'),
});
