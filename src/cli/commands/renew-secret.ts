import { command } from '../command.ts';

export const renewSecret = command({
  name: 'renew-secret',
  summary: 'Give the installation a new secret, when the old one was lost or exposed.',
  usage: ['renew-secret --confirm'],
  details: [
    'Replaces the file `secret` in the data directory. Where the setting `secret` provides it, change the setting first; the command then makes the database accept it. Stop all processes before.',
    'Sessions and passwords stay valid. Service tokens, unsubscribe links in sent mail and open lists end, saved-search webhooks are signed with new keys, and stored credentials of sources must be entered again.',
  ],
  words: [0, 0],
  options: { confirm: { kind: 'switch', help: 'Replace the secret, and lose what the old one sealed.' } },
  async run(invocation) {
    const { replaceSecret } = await import('../renew-secret.ts');
    return replaceSecret(invocation, { isConfirmed: invocation.options.confirm });
  },
});
