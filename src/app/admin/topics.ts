import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { detectLanguage } from '../../stories/language/detect-language.ts';
import { findRule, findTopic, type StoredTopic, type StoredTopicRule } from '../../stories/queries/index.ts';
import { type ClassifierSettings, configuredClassifier } from '../../stories/topics/configured-classifier.ts';
import { createInProcessClassifier } from '../../stories/topics/labeller.ts';
import type { LinearModel } from '../../stories/topics/model/linear.ts';
import { builtInModel } from '../../stories/topics/model/model-file.ts';
import { type ArticleLabels, type Classifier, ClassifierUnavailable } from '../../stories/topics/port.ts';
import {
  addRule,
  addTopic,
  changeRule,
  changeTopic,
  type NewTopic,
  removeRule,
  removeTopic,
  type TopicChange,
} from '../../stories/topics/store/edit-taxonomy.ts';
import { readRules, readTaxonomy, seedTopics } from '../../stories/topics/store/taxonomy-store.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** TOPIC-1: operators' actions on topics and their rules, for the API and the pages. */
export async function requireTopic(context: AuditDeps, id: string): Promise<StoredTopic> {
  const topic = await findTopic(context.database, id);
  if (!topic) throw new Problem('topic-not-found');
  return topic;
}

async function requireRule(context: AuditDeps, id: string): Promise<StoredTopicRule> {
  const rule = await findRule(context.database, id);
  if (!rule) throw new Problem('topic-rule-not-found');
  return rule;
}

export async function createTopic(
  context: AuditDeps,
  by: ActingPerson,
  topic: NewTopic,
): Promise<StoredTopic> {
  await context.database.transaction(async tx => {
    await addTopic(tx, topic, nowOf(context));
    await recordAction(tx, context, by, { action: 'topic.added', subject: { kind: 'topic', id: topic.id } });
  });
  return requireTopic(context, topic.id);
}

export async function editTopic(
  context: AuditDeps,
  by: ActingPerson,
  id: string,
  change: TopicChange,
): Promise<StoredTopic> {
  await context.database.transaction(async tx => {
    await changeTopic(tx, id, change, nowOf(context));
    await recordAction(tx, context, by, {
      action: 'topic.changed',
      subject: { kind: 'topic', id },
      detail: { changed: Object.keys(change).join(', ') },
    });
  });
  return requireTopic(context, id);
}

export function dropTopic(context: AuditDeps, by: ActingPerson, id: string): Promise<'removed' | 'inactive'> {
  return context.database.transaction(async tx => {
    const outcome = await removeTopic(tx, id, nowOf(context));
    await recordAction(tx, context, by, {
      action: 'topic.removed',
      subject: { kind: 'topic', id },
      detail: { outcome },
    });
    return outcome;
  });
}

export async function createRule(
  context: AuditDeps,
  by: ActingPerson,
  rule: { readonly keyword: string; readonly topicId: string; readonly weight: number },
): Promise<StoredTopicRule> {
  const id = context.newId();
  const addedBy = by.actor.kind === 'user' ? by.actor.id : null;
  await context.database.transaction(async tx => {
    await addRule(tx, { ...rule, id, addedBy, now: nowOf(context) });
    await recordAction(tx, context, by, {
      action: 'topic-rule.added',
      subject: { kind: 'topic-rule', id },
      detail: { topic: rule.topicId, weight: rule.weight },
    });
  });
  return requireRule(context, id);
}

export async function editRule(
  context: AuditDeps,
  by: ActingPerson,
  id: string,
  weight: number,
): Promise<StoredTopicRule> {
  await context.database.transaction(async tx => {
    await changeRule(tx, id, weight);
    await recordAction(tx, context, by, {
      action: 'topic-rule.changed',
      subject: { kind: 'topic-rule', id },
      detail: { weight },
    });
  });
  return requireRule(context, id);
}

export function dropRule(context: AuditDeps, by: ActingPerson, id: string): Promise<void> {
  return context.database.transaction(async tx => {
    await removeRule(tx, id);
    await recordAction(tx, context, by, {
      action: 'topic-rule.removed',
      subject: { kind: 'topic-rule', id },
    });
  });
}

/**
 * Labels a sample text with the configured classifier, or with the built-in one and the stored topics and
 * rules.
 */
export async function tryTopics(context: TryTopicsDeps, sample: TopicSample): Promise<TriedTopics> {
  // Before the first article arrived there are no topics yet: the built-in taxonomy is stored first.
  await seedTopics(context.database, nowOf(context));
  const [taxonomy, rules] = [await readTaxonomy(context.database), await readRules(context.database)];
  const { language } = detectLanguage(`${sample.title}\n${sample.text}`);
  const other = await configuredClassifier(context.config, { ...context, taxonomy });
  const classifier = other ?? createInProcessClassifier({ model: modelForTries(), taxonomy, rules });
  const labels = await labelsBy(classifier, { ...sample, language });
  return { language, labels, by: other ? 'another classifier' : 'the built-in model' };
}

async function labelsBy(
  classifier: Classifier,
  { title, text, language }: TopicSample & { readonly language: string },
): Promise<ArticleLabels> {
  try {
    const [labels] = await classifier.classify([{ title, summary: '', bodyText: text, language }]);
    if (labels === undefined) throw new ClassifierUnavailable('it gave no labels');
    return labels;
  } catch (error) {
    if (!(error instanceof ClassifierUnavailable)) throw error;
    const detail = reason('classifier-unavailable', { error: error.message });
    throw new Problem('timed-out', detail, { retryAfterSeconds: RETRY_SECONDS, cause: error });
  } finally {
    await classifier.close();
  }
}

function modelForTries(): LinearModel {
  model ??= builtInModel();
  return model;
}

/** Some megabytes, so loaded with the first sample. */
let model: LinearModel | undefined;

const RETRY_SECONDS = 10;

function nowOf({ clock }: AuditDeps): Date {
  return new Date(clock.now());
}

export interface TopicSample {
  readonly title: string;
  readonly text: string;
}

export interface TriedTopics {
  readonly language: string;
  readonly labels: ArticleLabels;
  readonly by: 'the built-in model' | 'another classifier';
}

interface TryTopicsDeps extends AuditDeps {
  readonly config: ClassifierSettings;
}
