import { command } from '../command.ts';
import { UsageError } from '../failures.ts';

export const run = command({
  name: 'run',
  summary: 'Start some roles in this process, on a database that others share.',
  usage: ['run --roles ROLE,ROLE --database-url URL [SETTINGS]'],
  details: [
    'For an installation that is spread over processes and machines. All of them are given the same database-url and the same secret. No link for the first operator is printed here: `broadsheet user create EMAIL --role operator` makes one.',
    'Ctrl-C (or SIGTERM) lets running requests finish and stops; a second one ends it at once.',
  ],
  words: [0, 0],
  options: {},
  listsSettings: true,
  async run(invocation) {
    const { config, origins } = invocation.settings();
    const faults = [];
    if (config.databaseUrl === undefined)
      faults.push('run needs database-url: processes can only share a database that is given to them');
    if (origins.get('roles')?.kind === 'default') faults.push('run needs roles: which parts to start here');
    if (faults.length > 0) throw new UsageError(faults);
    const [{ serve }, { banner }] = await Promise.all([import('../serve.ts'), import('../banner.ts')]);
    return serve(invocation, config, {}, program => {
      const { out } = invocation.terminal;
      out.write(banner(config, program, out));
    });
  },
});
