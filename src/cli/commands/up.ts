import { command } from '../command.ts';
import { UsageError } from '../failures.ts';

export const up = command({
  name: 'up',
  summary: 'Start everything in this process, with its own database.',
  usage: ['up [SETTINGS]'],
  details: [
    'Starts every role, and PostgreSQL inside the data directory unless database-url is set. When ready, prints its address and, until there is an operator, a link that makes the person who opens it the operator. Logs go to standard error.',
    'Ctrl-C (or SIGTERM) lets running requests finish, then stops; a second one stops immediately.',
  ],
  words: [0, 0],
  options: {},
  listsSettings: true,
  async run(invocation) {
    const { config, origins } = invocation.settings();
    const roles = origins.get('roles');
    if (roles && roles.kind !== 'default')
      throw new UsageError(`up starts every role; to start only some (${roles.where}), use broadsheet run`);
    const [{ serve }, { banner }] = await Promise.all([import('../serve.ts'), import('../banner.ts')]);
    return serve(invocation, config, { firstOperatorLink: true }, program => {
      const { out } = invocation.terminal;
      out.write(banner(config, program, out));
    });
  },
});
