import { harmOfMachines } from '../world/readers/farms.testing.ts';

/** RULE-2, TREND-8: over six made-up days, what crawlers and share farms change about what is trending. */
let failed = false;
for (const seed of [1, 2, 3, 4, 5, 6]) {
  const { farmed, full, changed, short, weight } = harmOfMachines(seed);
  console.log(
    `seed ${seed}: ${farmed} shares by farms; of ${full} lists of a hundred at most ${changed} entries changed; in ${short} shorter ones what they brought in scores ${weight} at most`,
  );
  failed ||= changed > 1 || weight >= 1.5;
}
process.exitCode = failed ? 1 : 0;
