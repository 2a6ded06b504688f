import { command } from '../command.ts';

export const migrate = command({
  name: 'migrate',
  summary: 'Bring the database to the schema of this version.',
  usage: ['migrate', 'migrate --status'],
  details: [
    '`up` and `run` do this by themselves. It is a command of its own for upgrades without a pause: migrate first, then replace the processes one by one; the old version works on the new schema.',
  ],
  words: [0, 0],
  options: { status: { kind: 'switch', help: 'Show what is applied and what is not, and change nothing.' } },
  async run(invocation) {
    const { bringForward, showStatus } = await import('../schema.ts');
    return invocation.options.status ? showStatus(invocation) : bringForward(invocation);
  },
});
