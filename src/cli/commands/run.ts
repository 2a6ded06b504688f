import { sizeOf } from '../../sizes.ts';
import { command } from '../command.ts';
import { UsageError } from '../failures.ts';
import { applyRuntimeSize } from '../runtime.ts';

export const run = command({
  name: 'run',
  summary: 'Start some roles in this process, on a shared database.',
  usage: ['run --roles ROLE,ROLE --database-url URL [SETTINGS]'],
  details: [
    'For installations that span several processes or machines. Give all of them the same database-url and secret. `run` prints no link for the first operator; create one with `broadsheet user create EMAIL --role operator`.',
    'Ctrl-C (or SIGTERM) lets running requests finish, then stops; a second one stops immediately.',
  ],
  words: [0, 0],
  options: {},
  listsSettings: true,
  async run(invocation) {
    const { config, origins } = invocation.settings();
    const faults = [];
    if (config.databaseUrl === undefined)
      faults.push('run needs database-url: the database that the processes share');
    if (origins.get('roles')?.kind === 'default')
      faults.push('run needs roles: the roles to start in this process');
    if (faults.length > 0) throw new UsageError(faults);
    if (invocation.process) applyRuntimeSize(sizeOf(config).runtime, invocation.process);
    const [{ serve }, { banner }] = await Promise.all([import('../serve.ts'), import('../banner.ts')]);
    return serve(invocation, config, {}, program => {
      const { out } = invocation.terminal;
      out.write(banner(config, program, out));
    });
  },
});
