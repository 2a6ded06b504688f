import { harmOfMachines } from '../world/readers/farms.testing.ts';

/** RULE-2, TREND-8: over six simulated days, how crawlers and share farms change the trending lists. */
let failed = false;
for (const seed of [1, 2, 3, 4, 5, 6]) {
  const { farmed, full, changed, short, weight } = harmOfMachines(seed);
  console.log(
    `seed ${seed}: ${farmed} shares by farms; of ${full} lists of a hundred at most ${changed} entries changed; in ${short} shorter ones their entries score at most ${weight}`,
  );
  failed ||= changed > 1 || weight >= 1.5;
}
process.exitCode = failed ? 1 : 0;
