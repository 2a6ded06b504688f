import { command } from '../command.ts';

export const restore = command({
  name: 'restore',
  summary: 'Put a backup into an empty installation.',
  usage: ['restore FILE [--keep-secret]', 'restore FILE --replace --confirm DATABASE'],
  details: [
    'The file is read to its end and checked before anything is changed, and then goes in as a whole or not at all. The installation must not be running. A backup of an older version is brought to the schema of this one; a backup of a newer version is refused.',
    'The secret in the backup becomes that of the installation, unless that is given by a setting.',
  ],
  words: [1, 1],
  options: {
    replace: { kind: 'switch', help: 'Delete what is in the database before.' },
    confirm: {
      kind: 'value',
      placeholder: 'DATABASE',
      help: 'Name of the database whose content goes, with --replace.',
    },
    'keep-secret': { kind: 'switch', help: "Keep this installation's secret instead of the backup's." },
  },
  async run(invocation) {
    const { takeBackup } = await import('../backup/restore-backup.ts');
    const { words, options } = invocation;
    return takeBackup(invocation, words[0] ?? '', {
      replace: options.replace,
      confirm: options.confirm,
      keepSecret: options['keep-secret'],
    });
  },
});
