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
    'Reads labelled articles (JSON lines, plain or gzip; docs/guides/evaluation.md describes the formats, which are detected from the rows) and prints how well they are classified, deduplicated or grouped, beside simpler methods on the same articles in the same run. Nothing is stored, and no installation is needed.',
    '`eval topics` trains on the other file of the same set, from the folder of `--training` or beside the data; a file without one is evaluated by five-fold cross-validation.',
    '`eval search` indexes the collection in a temporary folder, runs its queries as they are and misspelled, and prints nDCG@10 and mean average precision beside textbook BM25. `eval spelling` looks for the intended word among the corrections of real misspellings; word frequencies come from `--vocabulary` or from a file beside the data with `frequency` in its name.',
  ],
  words: [1, 1],
  options: {
    data: { kind: 'value', placeholder: 'PATH', help: 'A labelled file, or a folder of them.' },
    collection: { kind: 'value', placeholder: 'FILE', help: 'A test collection (search).' },
    vocabulary: {
      kind: 'value',
      placeholder: 'FILE',
      help: 'Words with their frequencies (spelling).',
    },
    training: { kind: 'value', placeholder: 'FOLDER', help: 'Folder of the training files (topics).' },
    json: { kind: 'switch', help: 'Print JSON.' },
  },
  async run(invocation) {
    const { evaluate } = await import('../evaluate.ts');
    return evaluate(invocation, invocation.options);
  },
});
