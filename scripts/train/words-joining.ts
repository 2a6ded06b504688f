import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLabelledFiles } from '../../src/lib/evaluation/labelled-files.ts';
import { setsOf } from '../../src/stories/clusters/evaluation/sets.ts';
import { trainTogether } from './words-network.ts';
import { examplesOfSets } from './words-sets.ts';
import { worldSets } from './words-worlds.ts';

/**
 * Trains the network that decides whether an article belongs to a story and writes models/words-joining.json.
 *
 *   BROADSHEET_DATA=... node scripts/train/words-joining.ts
 */
const data = process.env['BROADSHEET_DATA'];
if (data === undefined)
  throw new Error('BROADSHEET_DATA is not set: set it to the folder of the development data');

const sets = setsOf(await readLabelledFiles(join(data, 'clustering')));
const examples = examplesOfSets([...sets, ...worldSets()]);
const network = trainTogether(examples, { hidden: 12, rounds: 6, seed: 1 }, 4);
writeFileSync(join(import.meta.dirname, '../../models/words-joining.json'), `${JSON.stringify(network)}\n`);
console.log(`${examples.length} examples`);
