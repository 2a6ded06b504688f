import { Problem } from '../../errors.ts';
import {
  deleteVariant,
  endExperiment,
  listVariants,
  type NewExperiment,
  putVariant,
  STANDARD_VARIANT,
  type StoredVariant,
  startExperiment,
} from '../../feeds/experiments/stored-experiments.ts';
import { parseSettings } from '../../feeds/ranking/settings.ts';
import { reason } from '../../reasons.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** FEED-9: operators' actions on ranking variants and experiments, for the API and the pages. */
export async function setVariant(
  context: AuditDeps,
  by: ActingPerson,
  variant: Pick<StoredVariant, 'id' | 'settings' | 'note'>,
): Promise<StoredVariant> {
  try {
    parseSettings(variant.settings);
  } catch (error) {
    throw new Problem(
      'validation-failed',
      reason('variant-invalid', { error: error instanceof Error ? error.message : String(error) }),
    );
  }
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    await putVariant(tx, variant, { by: personOf(by), now });
    await recordAction(tx, context, by, { action: 'ranking.changed', subject: subjectOf(variant.id) });
  });
  return { ...variant, updatedAt: now };
}

export async function removeVariant(context: AuditDeps, by: ActingPerson, id: string): Promise<void> {
  await context.database.transaction(async tx => {
    if (!(await deleteVariant(tx, id))) throw new Problem('not-found', reason('variant-in-use'));
    await recordAction(tx, context, by, { action: 'ranking.removed', subject: subjectOf(id) });
  });
}

export async function openExperiment(
  context: AuditDeps,
  by: ActingPerson,
  experiment: NewExperiment,
): Promise<void> {
  const known = new Set([STANDARD_VARIANT, ...(await listVariants(context.database)).map(({ id }) => id)]);
  for (const id of [experiment.control, experiment.variant])
    if (!known.has(id)) throw new Problem('not-found', reason('variant-unknown', { id }));
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    if (!(await startExperiment(tx, experiment, { by: personOf(by), now })))
      throw new Problem('conflict', reason('experiment-exists'));
    const { control, variant, share, mode } = experiment;
    await recordAction(tx, context, by, {
      action: 'ranking.experiment-begun',
      subject: subjectOf(experiment.id),
      detail: { control, variant, share, mode },
    });
  });
}

export async function closeExperiment(context: AuditDeps, by: ActingPerson, id: string): Promise<void> {
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    if (!(await endExperiment(tx, id, now))) throw new Problem('not-found');
    await recordAction(tx, context, by, { action: 'ranking.experiment-ended', subject: subjectOf(id) });
  });
}

/** Names of variants and experiments. */
export const RANKING_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;

function subjectOf(id: string) {
  return { kind: 'ranking', id } as const;
}

function personOf({ actor }: ActingPerson): string | null {
  return actor.kind === 'user' ? actor.id : null;
}
