import type { AccountsContext } from '../context.ts';
import { PERSONAL_DATA } from './catalogue.ts';
import { ERASURE_TAKES_MS } from './erasure.ts';
import { fileName, type PersonalData } from './personal-data.ts';

/** What lies in the archive, for somebody who opens it without us beside them. */
export function readme({ config, origin }: Pick<AccountsContext, 'config' | 'origin'>, at: Date): string {
  return `${config.name} (${origin})
Everything this installation holds about you, as of ${at.toISOString()}

The files are JSON. Times are in UTC.

${PERSONAL_DATA.map(describe).join('\n')}
If you erase your account, all of this is removed or made anonymous within ${ERASURE_TAKES_MS / 3_600_000} hours, except:

${PERSONAL_DATA.map(kept).join('')}`;
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
