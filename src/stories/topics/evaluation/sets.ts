import type { LabelledFile, LabelledRow } from '../../../lib/evaluation/labelled-files.ts';
import type { FeatureText } from '../model/features.ts';

/** Reads a labelled file; the shape of its rows identifies the public set. */
export function setOf({ file, rows }: LabelledFile): LabelledTopicSet {
  const name = nameOf(rows);
  const items = rows.flatMap(row => itemOf(name, row));
  return { name, file, items, labels: [...new Set(items.map(item => item.label))].sort() };
}

function nameOf(rows: readonly LabelledRow[]): SetName | null {
  const [first] = rows;
  if (first === undefined) return null;
  const labels = new Set(rows.map(row => row['label']));
  if (Array.isArray(first['topics'])) return 'reuters';
  if (labels.has('Sci/Tech')) return 'agnews';
  if (labels.has('tech') && 'text' in first) return 'bbc';
  return 'description' in first && labels.has('technology') ? 'newsapi6' : null;
}

function itemOf(name: SetName | null, row: LabelledRow): LabelledItem[] {
  if (name === null) return [];
  const label = name === 'reuters' ? mainClassOf(row) : textOf(row, 'label');
  if (label === undefined) return [];
  const title = textOf(row, 'title');
  const summary = textOf(row, 'description');
  const bodyText = textOf(row, 'text');
  const url = textOf(row, 'url') || undefined;
  const sourceName = textOf(row, 'source') || undefined;
  // The training texts of AG News have no separate title, so the test's title is read as text.
  if (name === 'agnews')
    return [{ label, title: '', summary: `${title} ${summary} ${bodyText}`, bodyText: '' }];
  return [{ label, title, summary, bodyText, url, sourceName }];
}

/** Reuters: items of exactly one topic, one of the eight of the usual task. */
function mainClassOf({ topics }: LabelledRow): string | undefined {
  const [only, ...more] = Array.isArray(topics) ? topics.map(String) : [];
  return only !== undefined && more.length === 0 && MAIN_CLASSES.has(only) ? only : undefined;
}

function textOf(row: LabelledRow, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : '';
}

const MAIN_CLASSES = new Set(['earn', 'acq', 'crude', 'trade', 'money-fx', 'interest', 'ship', 'grain']);

export type SetName = 'newsapi6' | 'bbc' | 'agnews' | 'reuters';

export interface LabelledItem extends FeatureText {
  readonly label: string;
}

export interface LabelledTopicSet {
  /** Null for a file of an unknown set. */
  readonly name: SetName | null;
  readonly file: string;
  readonly items: readonly LabelledItem[];
  readonly labels: readonly string[];
}
