import { type CountDifference, verifyCounts } from '../signals/counts/verify-counts.ts';
import type { Invocation } from './command.ts';
import { UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { printable } from './terminal.ts';

/** `broadsheet counts verify`: checks its words before it opens the installation. */
export function workOnCounts(
  { words, settings, terminal }: Pick<Invocation, 'words' | 'settings' | 'terminal'>,
  { json }: { readonly json: boolean },
): Promise<number> {
  const [name = ''] = words;
  if (name !== 'verify')
    throw new UsageError(`counts has no action ${printable(name)}${didYouMean(name, ['verify'])}`);
  return withInstallation(settings(), { migrate: false, mustExist: true }, async ({ database, clock }) => {
    await requireSchema(database);
    const differences = await verifyCounts(database, {
      now: new Date(clock.now()),
      storedAfter: new Date(0),
    });
    terminal.out.write(
      json ? `${JSON.stringify({ differences }, null, 2)}\n` : formatDifferences(differences),
    );
    return differences.length === 0 ? 0 : 1;
  });
}

function formatDifferences(differences: readonly CountDifference[]): string {
  if (differences.length === 0) return 'All counts are correct.\n';
  const lines = differences
    .slice(0, SHOWN)
    .map(
      ({ articleId, what, counted, recounted }) =>
        `${articleId}  ${what}: stored ${counted}, recounted ${recounted}`,
    );
  const more = differences.length > SHOWN ? [`and ${differences.length - SHOWN} more`] : [];
  return `${[...lines, ...more].join('\n')}\n`;
}

const SHOWN = 50;
