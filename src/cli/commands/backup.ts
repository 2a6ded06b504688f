import { command } from '../command.ts';

export const backup = command({
  name: 'backup',
  summary: 'Write everything in the database into one file.',
  usage: ['backup FILE [--without-secret]'],
  details: [
    'The file holds every table as it was at one moment, compressed, and is readable by you alone: it contains the secret of the installation and all that users have entrusted to it. It can be restored into any later version, embedded or not. The program may run meanwhile. Archived fetches are not part of it.',
  ],
  words: [1, 1],
  options: {
    'without-secret': { kind: 'switch', help: 'Leave the secret out, when it is kept safe elsewhere.' },
  },
  async run(invocation) {
    const { makeBackup } = await import('../backup/make-backup.ts');
    const [file = ''] = invocation.words;
    return makeBackup(invocation, file, { withSecret: !invocation.options['without-secret'] });
  },
});
