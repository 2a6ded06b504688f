import { command } from '../command.ts';
import { UsageError } from '../failures.ts';

export const up = command({
  name: 'up',
  summary: 'Start everything in this process, with a database of its own.',
  usage: ['up [SETTINGS]'],
  details: [
    'Starts every role, and PostgreSQL inside the data directory unless database-url names another. Prints one address when it is ready and, as long as nobody is operator, a link that makes its visitor the operator. Log lines go to standard error.',
    'Ctrl-C (or SIGTERM) lets running requests finish and stops; a second one ends it at once.',
  ],
  words: [0, 0],
  options: {},
  listsSettings: true,
  async run(invocation) {
    const { config, origins } = invocation.settings();
    const roles = origins.get('roles');
    if (roles && roles.kind !== 'default')
      throw new UsageError(`up starts every role; for some of them (${roles.where}) use broadsheet run`);
    const [{ serve }, { banner }] = await Promise.all([import('../serve.ts'), import('../banner.ts')]);
    return serve(invocation, config, { firstOperatorLink: true }, program => {
      const { out } = invocation.terminal;
      out.write(banner(config, program, out));
    });
  },
});
