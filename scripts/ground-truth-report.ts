import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runWorldThroughFlow } from '../src/stories/ground-truth-flow.testing.ts';
import { commit } from './ground-truth/commit.ts';
import { breakingReport, storiesReport } from './ground-truth/reports.ts';
import { liveDays } from './ground-truth/week.ts';

/**
 * Writes docs/reports/ground-truth.md and docs/reports/breaking.md: the results of the stories flow on the demo
 * world, compared with the ground truth.
 *
 *   node scripts/ground-truth-report.ts [--days 7] [--seeds 1846,7,3] [--flow-hours 24]
 *
 * The weeks run through the flow's functions in memory; the hours of the first seed through the flow itself, on the
 * server named by BROADSHEET_TEST_POSTGRES (none with --flow-hours 0).
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '7' },
    seeds: { type: 'string', default: '1846,7,3' },
    'flow-hours': { type: 'string', default: '24' },
  },
});
const days = Number(values.days);
const seeds = values.seeds.split(',').map(Number);
const hours = Number(values['flow-hours']);

const measured = await commit();
const weeks = Promise.all(seeds.map(seed => liveDays(seed, days)));
const flow =
  hours > 0
    ? { hours, seed: seeds[0] ?? 1, ...(await runWorldThroughFlow({ seed: seeds[0] ?? 1, hours })) }
    : null;
const lived = await weeks;
const made = { days, commit: measured, lived, flow };
for (const [name, text] of [
  ['ground-truth.md', storiesReport(made)],
  ['breaking.md', breakingReport(made)],
] as const) {
  await writeFile(join(import.meta.dirname, '../docs/reports', name), text);
  console.log(text);
}
