import { command } from '../command.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check the installation from end to end and report problems.',
  usage: ['doctor [--json]'],
  details: [
    'Checks the machine, the settings, the data directory, the database and the running program, and changes nothing. If the program is not running, the embedded database is started for the duration of the check. Exits with 1 if a check failed.',
  ],
  words: [0, 0],
  options: { json: { kind: 'switch', help: 'Print JSON.' } },
  async run(invocation) {
    const { examine } = await import('../doctor/examine.ts');
    return examine(invocation, { json: invocation.options.json });
  },
});
