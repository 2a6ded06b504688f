import { command } from '../command.ts';

export const evalCommand = command({
  name: 'eval',
  summary: 'Measure topics, copies, stories, ranking, search or spelling on labelled data.',
  usage: [
    'eval topics --data FILE|FOLDER [--training FOLDER] [--json]',
    'eval copies|stories|ranking --data FILE|FOLDER [--json]',
    'eval search --collection FILE [--json]',
    'eval spelling --data FILE [--vocabulary FILE] [--json]',
  ],
  details: [
    'Reads labelled articles (JSON lines, plain or gzip; the formats are in docs/guides/evaluation.md, and the shape of the rows tells which it is) and prints how well they are labelled, folded together or grouped, beside simpler methods on the same articles in the same run. Nothing is stored, and no installation is needed.',
    '`eval topics` trains on the other file of the same set, in the folder of `--training` or beside the data; a file without one is judged by five folds.',
    '`eval search` indexes the collection in a temporary folder, asks its queries as they are and misspelled, and prints nDCG@10 and mean average precision beside textbook BM25. `eval spelling` looks for what was meant among the words offered for real misspellings; frequencies come from `--vocabulary` or a file beside the data with `frequency` in its name.',
  ],
  words: [1, 1],
  options: {
    data: { kind: 'value', placeholder: 'PATH', help: 'A labelled file, or a folder with some.' },
    collection: { kind: 'value', placeholder: 'FILE', help: 'A test collection (search).' },
    vocabulary: {
      kind: 'value',
      placeholder: 'FILE',
      help: 'Words with their frequencies (spelling).',
    },
    training: { kind: 'value', placeholder: 'FOLDER', help: 'Where the training files are (topics).' },
    json: { kind: 'switch', help: 'As JSON, for programs.' },
  },
  async run(invocation) {
    const { evaluate } = await import('../evaluate.ts');
    return evaluate(invocation, invocation.options);
  },
});
