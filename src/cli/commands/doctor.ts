import { command } from '../command.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check the installation from end to end and say what is wrong.',
  usage: ['doctor [--json]'],
  details: [
    'Looks at the machine, the settings, the data directory, the database and the program that runs on them, and changes nothing. When the program does not run, the embedded database is started for the time of the check. Ends with 1 when something failed.',
  ],
  words: [0, 0],
  options: { json: { kind: 'switch', help: 'As JSON, for programs.' } },
  async run(invocation) {
    const { examine } = await import('../doctor/examine.ts');
    return examine(invocation, { json: invocation.options.json });
  },
});
