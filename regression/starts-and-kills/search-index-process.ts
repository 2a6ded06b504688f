import { article } from '../../src/search/engine/articles.testing.ts';
import { IndexWriter } from '../../src/search/engine/embedded/index-writer.ts';

/** A child process that puts, replaces and merges until it is killed, and prints the number of each flushed round. */
const writer = new IndexWriter(process.argv[2] ?? '');
let round = writer.figures().articles;
const go = () => {
  round++;
  writer.put([article(round, { title: `storm ${round}` }), article(1, { title: `storm again ${round}` })]);
  writer.flush();
  for (let step = 0; step < 40 && writer.mergeStep(); step++);
  process.stdout.write(`${round}\n`, () => setImmediate(go));
};
go();
