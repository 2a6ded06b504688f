import { appendInterestCommand } from '../../signals/interests/append-command.ts';
import { findInterestSubject } from '../../signals/interests/named-interests.ts';
import type { AppContext } from '../context.ts';

/** WEB-10: sections that a reader chose in the tour become interests. */
export async function learnSections(
  { database, log, clock }: Pick<AppContext, 'database' | 'log' | 'clock'>,
  userId: string,
  sections: readonly string[],
): Promise<void> {
  if (sections.length === 0) return;
  const subjects = await Promise.all(sections.map(id => findInterestSubject(database, 'topic', id)));
  await database.transaction(async tx => {
    for (const subject of subjects) {
      if (!subject) continue;
      const command = { kind: 'set', subject, level: CHOSEN_LEVEL } as const;
      appendInterestCommand(tx, log, { userId, at: clock.now(), command });
    }
  });
}

const CHOSEN_LEVEL = 0.8;
