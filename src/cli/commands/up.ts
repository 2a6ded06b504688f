import { sizeOf } from '../../sizes.ts';
import { command } from '../command.ts';
import { applyRuntimeSize } from '../runtime.ts';

export const up = command({
  name: 'up',
  summary: 'Start everything in this process, with its own database.',
  usage: ['up [SETTINGS]'],
  details: [
    'Starts every role, or those that --roles lists, and PostgreSQL inside the data directory unless database-url is set. When ready, prints its address and, until there is an operator, a link that makes the person who opens it the operator. Logs go to standard error.',
    'Ctrl-C (or SIGTERM) lets running requests finish, then stops; a second one stops immediately.',
  ],
  words: [0, 0],
  options: {},
  listsSettings: true,
  async run(invocation) {
    const { config } = invocation.settings();
    if (invocation.process) applyRuntimeSize(sizeOf(config).runtime, invocation.process);
    const [{ serve }, { banner }] = await Promise.all([import('../serve.ts'), import('../banner.ts')]);
    return serve(invocation, config, { firstOperatorLink: true }, program => {
      const { out } = invocation.terminal;
      out.write(banner(config, program, out));
    });
  },
});
