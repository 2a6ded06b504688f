import type { PersonalData } from '../../platform/database/personal-data.ts';
import type { AccountsContext } from '../context.ts';
import { ERASURE_TAKES_MS } from './erasure.ts';

/** Explains the files of the archive to the person who opens it. */
export function readme(
  { config, origin, personalData }: Pick<AccountsContext, 'config' | 'origin' | 'personalData'>,
  at: Date,
): string {
  return `${config.name} (${origin})
Everything this installation holds about you, as of ${at.toISOString()}

The files are JSON. Times are in UTC.

${personalData.map(describe).join('\n')}
If you erase your account, all of this is removed or made anonymous within ${ERASURE_TAKES_MS / 3_600_000} hours, except:

${personalData.map(kept).join('')}`;
}

export function fileName({ table }: Pick<PersonalData, 'table'>): string {
  return table === 'users' ? 'account.json' : `${table}.json`;
}

function describe(data: PersonalData): string {
  const withheld = Object.entries(data.withheld).map(
    ([column, reason]) => `    without ${column}: ${reason}\n`,
  );
  return `${fileName(data)}: ${data.label}\n    ${data.describe}\n${withheld.join('')}`;
}

function kept({ label, erase }: PersonalData): string {
  return 'keep' in erase ? `${label}: ${erase.keep}\n` : '';
}
