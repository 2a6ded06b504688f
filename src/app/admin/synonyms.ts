import { Problem } from '../../errors.ts';
import {
  addSynonyms,
  changeSynonyms,
  findSynonyms,
  type NewSynonyms,
  removeSynonyms,
  type SynonymSet,
  type SynonymsChange,
} from '../../search/synonyms/store.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** SRCH-3: operators' actions on synonyms, for the API and the pages. */
async function requireSynonyms(context: AuditDeps, id: string): Promise<SynonymSet> {
  const set = await findSynonyms(context.database, id);
  if (!set) throw new Problem('synonyms-not-found');
  return set;
}

export async function createSynonyms(
  context: AuditDeps,
  by: ActingPerson,
  set: NewSynonyms,
): Promise<SynonymSet> {
  await context.database.transaction(async tx => {
    await addSynonyms(tx, set, changedBy(context, by));
    await recordAction(tx, context, by, {
      action: 'synonyms.added',
      subject: { kind: 'synonyms', id: set.id },
      detail: { words: set.words.join(', ') },
    });
  });
  return requireSynonyms(context, set.id);
}

export async function editSynonyms(
  context: AuditDeps,
  by: ActingPerson,
  id: string,
  change: SynonymsChange,
): Promise<SynonymSet> {
  await context.database.transaction(async tx => {
    await changeSynonyms(tx, id, change, changedBy(context, by));
    await recordAction(tx, context, by, {
      action: 'synonyms.changed',
      subject: { kind: 'synonyms', id },
      detail: { changed: Object.keys(change).join(', ') },
    });
  });
  return requireSynonyms(context, id);
}

export function dropSynonyms(context: AuditDeps, by: ActingPerson, id: string): Promise<void> {
  return context.database.transaction(async tx => {
    await removeSynonyms(tx, id);
    await recordAction(tx, context, by, { action: 'synonyms.removed', subject: { kind: 'synonyms', id } });
  });
}

/** Ids are part of URLs. */
export const SYNONYMS_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;

function changedBy({ clock }: AuditDeps, { actor }: ActingPerson) {
  return { now: new Date(clock.now()), userId: actor.kind === 'user' ? actor.id : null };
}
