import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { readLabelledFiles } from '../../../lib/evaluation/labelled-files.ts';
import type { FeatureText } from '../model/features.ts';
import { calibrationError, type Prediction } from '../training/calibrate.ts';
import { type Predict, trainNaiveBayes, trainNearestCentroid, trainPlainLinear } from './baselines.ts';
import { trainFastText } from './fast-text.ts';
import { trainOurs } from './methods.ts';
import { type LabelledItem, type LabelledTopicSet, type SetName, setOf } from './sets.ts';

/**
 * TOPIC-2: trains on the training part of each public set and measures the accuracy on the other part, beside
 * baselines in the same run. `data` is a file or a folder of such files; `training` is the folder of the training
 * parts, by default that of `data`. A file without a training part is cross-validated in five folds.
 */
export async function evaluateTopics(data: string, training = folderOf(data)): Promise<TopicsReport> {
  const given = (await readLabelledFiles(data)).map(setOf);
  const known = training === data ? given : (await readLabelledFiles(training)).map(setOf);
  const tested = statSync(data).isDirectory() ? testsAmong(given) : given;
  const rows = SETS.flatMap(name =>
    tested.filter(set => set.name === name).flatMap(test => judge(name, test, teacherOf(test, known))),
  );
  if (rows.length === 0) throw new Error(`${data} has no file of a known set: ${SETS.join(', ')}`);
  return { data, training, rows };
}

function folderOf(data: string): string {
  return statSync(data).isDirectory() ? data : path.dirname(data);
}

/** Of several files of a set in one folder, those named for training are not tested. */
function testsAmong(sets: readonly LabelledTopicSet[]): LabelledTopicSet[] {
  return sets.filter(set => !isTraining(set) || sets.filter(({ name }) => name === set.name).length === 1);
}

/** Another file of the same set, preferably one named for training. */
function teacherOf(test: LabelledTopicSet, known: readonly LabelledTopicSet[]): LabelledTopicSet | null {
  const others = known.filter(
    set => set.name === test.name && realpathSync(set.file) !== realpathSync(test.file),
  );
  return others.find(isTraining) ?? others[0] ?? null;
}

function isTraining({ file }: LabelledTopicSet): boolean {
  return path.basename(file).includes('train');
}

function judge(name: SetName, test: LabelledTopicSet, teacher: LabelledTopicSet | null): TopicsRow[] {
  const splits =
    teacher === null ? foldsOf(test.items) : [{ learn: withoutCopies(teacher, test), ask: test.items }];
  const how = teacher === null ? 'five folds' : path.basename(teacher.file);
  const labels = [...new Set([...test.labels, ...(teacher?.labels ?? [])])].sort();
  return METHODS.filter(method => method.sets.includes(name)).map(({ title, train, view, goal }) => {
    const outcomes = splits.flatMap(({ learn, ask }) =>
      outcomesOf(train(learn.map(view), labels), ask.map(view), labels),
    );
    return {
      set: name,
      method: title,
      trainedOn: how,
      items: outcomes.length,
      accuracy: outcomes.filter(({ right }) => right).length / outcomes.length,
      calibrationError: title.startsWith('ours') ? calibrationError(outcomes) : null,
      goal: goal?.[name] ?? null,
    };
  });
}

/** Tested items must not be trained on. */
function withoutCopies(teacher: LabelledTopicSet, test: LabelledTopicSet): LabelledItem[] {
  const key = ({ title, summary, bodyText }: LabelledItem) => `${title}\n${summary}\n${bodyText}`;
  const tested = new Set(test.items.map(key));
  return teacher.items.filter(item => !tested.has(key(item)));
}

function foldsOf(items: readonly LabelledItem[]): TrainTestSplit[] {
  return Array.from({ length: FOLDS }, (_, fold) => ({
    learn: items.filter((_, index) => index % FOLDS !== fold),
    ask: items.filter((_, index) => index % FOLDS === fold),
  }));
}

function outcomesOf(
  predict: Predict,
  items: readonly LabelledItem[],
  labels: readonly string[],
): Prediction[] {
  return items.map(item => {
    const chances = predict(item);
    const confidence = Math.max(...chances);
    return { confidence, right: labels[chances.indexOf(confidence)] === item.label };
  });
}

function everything(item: LabelledItem): LabelledItem {
  return item;
}

function titleAlone({ label, title }: LabelledItem): LabelledItem {
  return { label, title, summary: '', bodyText: '' };
}

function textAlone({ label, title, summary, bodyText }: LabelledItem): LabelledItem {
  return { label, title, summary, bodyText };
}

const FOLDS = 5;
const SETS: readonly SetName[] = ['newsapi6', 'bbc', 'agnews', 'reuters'];
const METHODS: readonly TopicMethod[] = [
  { title: 'naive Bayes on words', sets: SETS, train: trainNaiveBayes, view: textAlone },
  { title: 'nearest centroid of TF-IDF', sets: SETS, train: trainNearestCentroid, view: textAlone },
  { title: 'as fastText does', sets: SETS, train: trainFastText, view: textAlone },
  { title: 'linear on words and pairs', sets: SETS, train: trainPlainLinear, view: textAlone },
  {
    title: 'ours, title alone',
    sets: ['newsapi6'],
    train: trainOurs,
    view: titleAlone,
    goal: { newsapi6: 0.925 },
  },
  { title: 'ours, text without source and address', sets: ['newsapi6'], train: trainOurs, view: textAlone },
  {
    title: 'ours',
    sets: SETS,
    train: trainOurs,
    view: everything,
    goal: { newsapi6: 0.95, bbc: 0.985, agnews: 0.915, reuters: 0.975 },
  },
];

interface TrainTestSplit {
  readonly learn: readonly LabelledItem[];
  readonly ask: readonly LabelledItem[];
}

interface TopicMethod {
  readonly title: string;
  readonly sets: readonly SetName[];
  readonly train: (items: readonly LabelledItem[], labels: readonly string[]) => Predict;
  readonly view: (item: LabelledItem) => LabelledItem & FeatureText;
  readonly goal?: Partial<Record<SetName, number>>;
}

export interface TopicsRow {
  readonly set: SetName;
  readonly method: string;
  readonly trainedOn: string;
  readonly items: number;
  readonly accuracy: number;
  /** Null for baselines, whose scores are not probabilities. */
  readonly calibrationError: number | null;
  readonly goal: number | null;
}

export interface TopicsReport {
  readonly data: string;
  readonly training: string;
  readonly rows: readonly TopicsRow[];
}
