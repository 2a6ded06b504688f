import { evaluateRanking } from '../feeds/evaluation/evaluate-ranking.ts';
import { InProcessIndex, vocabularyFromCounts } from '../search/engine/embedded/in-process.ts';
import { evaluateSearch } from '../search/evaluation/evaluate-search.ts';
import { evaluateSpelling } from '../search/evaluation/evaluate-spelling.ts';
import { evaluateStories } from '../stories/clusters/evaluation/evaluate.ts';
import { evaluateCopies } from '../stories/copies/evaluation/evaluate.ts';
import { evaluateTopics } from '../stories/topics/evaluation/evaluate-topics.ts';
import type { Invocation } from './command.ts';
import { CommandFailure } from './failures.ts';
import { table } from './layout.ts';
import { printable } from './terminal.ts';

/** `broadsheet eval`: measures classification, deduplication, clustering and search on labelled data. */
export async function evaluate(invocation: EvaluateInvocation, options: EvaluationOptions): Promise<number> {
  const [what = ''] = invocation.words;
  const data = options.data ?? options.collection;
  const report = REPORTS[what];
  if (report === undefined)
    throw new CommandFailure(`there is no evaluation ${printable(what)}`, {
      remedy: `Choose one of ${Object.keys(REPORTS).join(', ')}.`,
    });
  if (data === undefined)
    throw new CommandFailure('the labelled data is missing', {
      remedy: 'Name a file or folder with --data, or with --collection for search.',
    });
  const { json, sections } = await report(data, options).catch((error: unknown) => {
    throw new CommandFailure(
      `${data} could not be evaluated: ${error instanceof Error ? error.message : error}`,
      {
        remedy: 'The formats are described in docs/guides/evaluation.md.',
      },
    );
  });
  const text = options.json
    ? `${JSON.stringify(json, null, 2)}\n`
    : sections.map(({ heading, rows }) => `${heading}\n${table(rows)}`).join('\n');
  invocation.terminal.out.write(text);
  return 0;
}

const REPORTS: Readonly<Record<string, (data: string, options: EvaluationOptions) => Promise<Report>>> = {
  topics: async (data, { training }) => {
    const json = await evaluateTopics(data, training);
    const rows = json.rows.map(({ set, method, items, accuracy, calibrationError, goal, trainedOn }) => [
      set,
      method,
      String(items),
      figure(accuracy),
      calibrationError === null ? '' : figure(calibrationError),
      goal === null ? '' : figure(goal),
      trainedOn,
    ]);
    const head = ['set', 'method', 'items', 'accuracy', 'calibration error', 'goal', 'trained on'];
    return { json, sections: [{ heading: 'Topics', rows: [head, ...rows] }] };
  },
  ranking: async data => {
    const json = await evaluateRanking(data);
    const head = ['method', 'AUC', 'MRR', 'nDCG@5', 'nDCG@10'];
    const rows = json.rows.map(({ method, auc, mrr, ndcg5, ndcg10 }) => [
      method,
      ...[auc, mrr, ndcg5, ndcg10].map(figure),
    ]);
    const heading = `Ranking: ${json.visits} visits in the order of time; goal AUC ${figure(json.goal.auc)}`;
    return { json, sections: [{ heading, rows: [head, ...rows] }] };
  },
  copies: async data => {
    const json = await evaluateCopies(data);
    const sections = json.sets.map(({ name, texts, groups, methods }) => ({
      heading: `${name}: ${texts} texts in ${groups} groups`,
      rows: [
        agreementHead('texts a second'),
        ...methods.map(each => [each.method, ...agreement(each), rate(each.textsPerSecond)]),
      ],
    }));
    return { json, sections };
  },
  stories: async data => {
    const json = await evaluateStories(data);
    const sections = json.sets.map(({ name, fields, articles, stories, methods, orderAgreement }) => ({
      heading: `${name}, ${fields}: ${articles} articles in ${stories} stories; two other orders agree by ${figure(orderAgreement)}`,
      rows: [
        agreementHead('articles a second'),
        ...methods.map(each => [each.method, ...agreement(each), rate(each.articlesPerSecond)]),
      ],
    }));
    const pairs = json.pairs.map(({ set, language, pairs, pearson }) => [
      set,
      language,
      String(pairs),
      figure(pearson),
    ]);
    if (pairs.length > 0)
      sections.push({
        heading: 'Pairs rated by people',
        rows: [['set', 'language', 'pairs', 'Pearson'], ...pairs],
      });
    return { json, sections };
  },
  search: async collection => {
    const json = await evaluateSearch(collection, documents => new InProcessIndex(documents));
    const rows = json.methods.map(each => [
      each.method,
      figure(each.ndcgAt10),
      figure(each.meanAveragePrecision),
      each.milliseconds.toFixed(1),
    ]);
    const heading = `${json.documents} articles, ${json.queries} queries; misspelled queries keep ${figure(json.keptWhenMisspelled)} of nDCG@10`;
    return { json, sections: [{ heading, rows: [['method', 'nDCG@10', 'MAP', 'ms a query'], ...rows] }] };
  },
  spelling: async (data, { vocabulary }) => {
    const json = await evaluateSpelling(data, vocabulary, vocabularyFromCounts);
    const heading = `${json.misspellings} misspellings, ${json.realWords} of them words themselves; ${json.withinTwoEdits} of the others within two edits`;
    const rows = [
      ['words known', 'success@1', 'success@5', 'ms a word'],
      [String(json.words), figure(json.successAt1), figure(json.successAt5), json.milliseconds.toFixed(1)],
    ];
    return { json, sections: [{ heading, rows }] };
  },
};

function agreementHead(speed: string): string[] {
  return ['method', 'B-cubed precision', 'recall', 'F1', 'pairs precision', 'recall', 'F1', speed];
}

function agreement({ items, pairs }: { readonly items: Agreed; readonly pairs: Agreed }): string[] {
  return [items, pairs].flatMap(({ precision, recall, f1 }) => [precision, recall, f1].map(figure));
}

function figure(value: number): string {
  return value.toFixed(3);
}

function rate(value: number): string {
  return String(Math.round(value));
}

type EvaluateInvocation = Pick<Invocation, 'words' | 'terminal'>;

interface EvaluationOptions {
  readonly data: string | undefined;
  readonly collection: string | undefined;
  readonly vocabulary: string | undefined;
  readonly training: string | undefined;
  readonly json: boolean;
}

interface Agreed {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

interface Report {
  readonly json: unknown;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly (readonly string[])[];
  }[];
}
