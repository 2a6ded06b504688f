import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededRandom } from '../../lib/random.ts';
import { evaluateRanking } from './evaluate-ranking.ts';
import { areaUnderCurve, gain, reciprocalRank } from './measures.ts';

test('FEED-8: AUC is the share of pairs in the right order; ties count half', () => {
  const judged = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(judged, items => {
      const of = (wanted: boolean) => items.filter(([, hit]) => hit === wanted).map(([score]) => score);
      const pairs = of(true).flatMap(hit => of(false).map(miss => (hit > miss ? 1 : hit === miss ? 0.5 : 0)));
      const found = areaUnderCurve(
        items.map(([score]) => score),
        items.map(([, hit]) => hit),
      );
      if (pairs.length === 0) return assert.equal(found, null);
      const share = pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length;
      assert.ok(Math.abs((found ?? -1) - share) < 1e-9);
    }),
  );
});

test('FEED-8: MRR and nDCG agree with manual calculation', () => {
  assert.equal(reciprocalRank([false, true, false, true]), (1 / 2 + 1 / 4) / 2);
  assert.equal(gain([true, false, true], 5), (1 + 1 / 2) / (1 + 1 / Math.log2(3)));
  assert.equal(gain([false, false, true], 2), 0);
});

test('FEED-8: the click model learns which articles are clicked more often, and beats chance', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'clicks-'));
  t.after(() => rm(folder, { recursive: true }));
  const random = seededRandom(3);
  const lines = Array.from({ length: 400 }, (_, visit) => {
    const impressions = Array.from({ length: 10 }, () => {
      const article = Math.floor(random.fraction() * 30);
      return [`N${article}`, random.fraction() < article / 60 ? 1 : 0];
    });
    const ts = new Date(Date.UTC(2026, 0, 1) + visit * 60_000).toISOString().slice(0, 19);
    return JSON.stringify({ user: `U${visit}`, ts, history: [], impressions });
  });
  await writeFile(join(folder, 'behaviors.jsonl'), lines.join('\n'));
  const { rows } = await evaluateRanking(folder);
  const auc = (word: string) => rows.find(({ method }) => method.includes(word))?.auc ?? 0;
  assert.ok(Math.abs(auc('random') - 0.5) < 0.05);
  assert.ok(auc('click model') > 0.65 && auc('click rate') > 0.65);
});
