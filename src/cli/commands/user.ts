import { ROLES } from '../../model/principal.ts';
import { command } from '../command.ts';

export const user = command({
  name: 'user',
  summary: 'List and change accounts from the console.',
  usage: [
    'user list [--search TEXT] [--limit N] [--json]',
    'user create EMAIL [--display-name NAME] [--role ROLE,ROLE]',
    'user role EMAIL ROLE,ROLE',
    'user disable EMAIL',
    'user enable EMAIL',
    'user confirm EMAIL',
    'user password-link EMAIL',
    'user reset-second-factor EMAIL',
  ],
  details: [
    `Roles are ${ROLES.join(', ')}; every account is a reader. \`role\` replaces the roles of an account with those given.`,
    '`confirm` marks an email address as confirmed, for an installation without a mail server: digests and alerts are only sent to confirmed addresses.',
    'Passwords are never entered here, where others could see them: `create` and `password-link` print a link that works once, where the user chooses a password. Works while the program is running; changes take effect immediately and are in the audit log.',
    '`reset-second-factor` is for people who have lost both their authenticator app and their recovery codes: it turns the second factor off and ends their sessions.',
  ],
  words: [1, 3],
  options: {
    search: {
      kind: 'value',
      placeholder: 'TEXT',
      help: 'Only accounts whose address or name starts with this (list).',
    },
    limit: { kind: 'value', placeholder: 'N', help: 'Maximum number, newest first [100] (list).' },
    json: { kind: 'switch', help: 'Print JSON (list).' },
    'display-name': {
      kind: 'value',
      placeholder: 'NAME',
      help: 'Display name; by default the address up to its @ (create).',
    },
    role: { kind: 'value', placeholder: 'ROLE,ROLE', help: 'Roles in addition to reader (create).' },
  },
  async run(invocation) {
    const { changeUsers } = await import('../users.ts');
    return changeUsers(invocation, invocation.options);
  },
});
