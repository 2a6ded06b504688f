import { command } from '../command.ts';

export const backup = command({
  name: 'backup',
  summary: 'Write the whole database to one file.',
  usage: ['backup FILE [--without-secret]'],
  details: [
    'The file contains every table as of one moment, compressed. Only you can read it, because it contains the secret of the installation and the data of all users. It can be restored into any later version, embedded or not. Works while the program is running. Archived fetches are not included.',
  ],
  words: [1, 1],
  options: {
    'without-secret': { kind: 'switch', help: 'Omit the secret, if you store it elsewhere.' },
  },
  async run(invocation) {
    const { makeBackup } = await import('../backup/make-backup.ts');
    const [file = ''] = invocation.words;
    return makeBackup(invocation, file, { withSecret: !invocation.options['without-secret'] });
  },
});
