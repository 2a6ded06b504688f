import { CONSOLE } from '../app/admin/audited.ts';
import { removeDemoEdition } from '../app/demo/demo-edition.ts';
import type { Installation } from '../context.ts';
import { demoState } from '../ingest/sources/demo.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { Invocation } from './command.ts';
import { UsageError } from './failures.ts';
import { withInstallation } from './installation.ts';
import { requireSchema } from './require-schema.ts';
import { didYouMean } from './suggest.ts';
import { type Output, printable } from './terminal.ts';

/** `broadsheet demo`: checks its words before it opens the installation. */
export function workOnDemo(invocation: DemoInvocation, options: DemoOptions): Promise<number> {
  const [name = ''] = invocation.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new UsageError(`demo has no action ${printable(name)}${didYouMean(name, Object.keys(ACTIONS))}`);
  return withInstallation(invocation.settings(), { migrate: false, mustExist: true }, async installation => {
    await requireSchema(installation.database);
    await action(installation, invocation.terminal.out, options);
    return 0;
  });
}

const ACTIONS: Readonly<Record<string, DemoAction>> = {
  status: async ({ database }, out, { json }) => {
    const { state, sources, beganAt } = await demoState(database);
    if (json) out.write(`${JSON.stringify({ state, sources, beganAt }, null, 2)}\n`);
    else out.write(`${STATE_TEXTS[state]}${state === 'none' ? '' : ` It has ${countSources(sources)}.`}\n`);
  },
  remove: async (installation, out) => {
    // After a long pause, the partition for this month's audit log may be missing.
    await maintainPartitions(installation.database, new Date(installation.clock.now()));
    const before = await demoState(installation.database);
    const removed = await removeDemoEdition(installation, CONSOLE);
    const isNew = before.state === 'on' || removed > 0;
    out.write(
      isNew ? `Removed the demo edition with ${countSources(removed)}.\n` : `${STATE_TEXTS[before.state]}\n`,
    );
  },
};

function countSources(sources: number): string {
  return sources === 1 ? '1 source' : `${sources} sources`;
}

const STATE_TEXTS = {
  on: 'The demo edition is on.',
  removed: 'The demo edition was removed.',
  none: 'This installation has never had a demo edition.',
} as const;

type DemoInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;
type DemoAction = (installation: Installation, out: Output, options: DemoOptions) => Promise<void>;

interface DemoOptions {
  readonly json: boolean;
}
