import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity, EntityText } from './entity.ts';
import type { EntityKind } from './entity-kind.ts';
import { slugOf } from './fold.ts';

/** Reads the labelled texts. */
export function labelledTexts(name: 'labelled' | 'labelled-unseen'): LabelledEntities[] {
  const file = readFileSync(join(import.meta.dirname, `${name}.testing.txt`), 'utf8');
  const lines = file.split('\n').filter(line => !line.startsWith('#'));
  const texts: LabelledEntities[] = [];
  for (let at = 0; at + 2 < lines.length; at += 4) {
    const [heading = '', bodyText = '', names = ''] = lines.slice(at, at + 3);
    const language = heading.slice(0, 2);
    const labels = names
      .split('; ')
      .map(label => ({ key: slugOf(label.slice(2)), kind: KINDS[label.charAt(0)] ?? 'other' }));
    texts.push({ article: { title: heading.slice(3), summary: '', bodyText, language }, labels });
  }
  return texts;
}

const KINDS: Readonly<Record<string, EntityKind>> = {
  p: 'person',
  l: 'place',
  o: 'organisation',
  x: 'other',
};

/** A name is right when its key is; kinds are counted separately. */
export function scoreOf(texts: readonly LabelledEntities[], find: (article: EntityText) => Entity[]): Score {
  const score = { labelled: 0, found: 0, right: 0, rightKind: 0 };
  for (const { article, labels } of texts) {
    const entities = find(article);
    score.labelled += labels.length;
    score.found += entities.length;
    for (const { key, kind } of labels) {
      const entity = entities.find(candidate => candidate.key === key);
      if (!entity) continue;
      score.right++;
      if (entity.kind === kind) score.rightKind++;
    }
  }
  const precision = score.right / score.found;
  const recall = score.right / score.labelled;
  return { ...score, precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

export interface LabelledEntities {
  readonly article: EntityText;
  readonly labels: readonly { readonly key: string; readonly kind: EntityKind }[];
}

export interface Score {
  readonly labelled: number;
  readonly found: number;
  readonly right: number;
  readonly rightKind: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}
