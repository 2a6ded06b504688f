import { command } from '../command.ts';

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup into an empty installation.',
  usage: ['restore FILE [--keep-secret]', 'restore FILE --replace --confirm DATABASE'],
  details: [
    'Reads and checks the whole file before changing anything, then restores all of it or nothing. The installation must not be running. A backup of an older version is migrated to the schema of this one; a backup of a newer version is refused.',
    'The installation adopts the secret of the backup, unless a setting provides one.',
  ],
  words: [1, 1],
  options: {
    replace: { kind: 'switch', help: 'Delete the existing data first.' },
    confirm: {
      kind: 'value',
      placeholder: 'DATABASE',
      help: 'Name of the database whose data is deleted, with --replace.',
    },
    'keep-secret': { kind: 'switch', help: "Keep this installation's secret instead of the backup's." },
  },
  async run(invocation) {
    const { runRestore } = await import('../backup/restore-backup.ts');
    const { words, options } = invocation;
    return runRestore(invocation, words[0] ?? '', {
      replace: options.replace,
      confirm: options.confirm,
      keepSecret: options['keep-secret'],
    });
  },
});
