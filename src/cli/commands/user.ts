import { ROLES } from '../../model/principal.ts';
import { command } from '../command.ts';

export const user = command({
  name: 'user',
  summary: 'List and change accounts, as the operator at the console.',
  usage: [
    'user list [--search TEXT] [--limit N] [--json]',
    'user create EMAIL [--display-name NAME] [--role ROLE,ROLE]',
    'user role EMAIL ROLE,ROLE',
    'user disable EMAIL',
    'user enable EMAIL',
    'user password-link EMAIL',
  ],
  details: [
    `Roles are ${ROLES.join(', ')}; everybody is a reader. \`role\` gives exactly the roles that are named.`,
    'A password is never given here, where others could see it: `create` and `password-link` print a link that works once, behind which the person chooses it. The program may run meanwhile; changes are in force at once and are in the audit log.',
  ],
  words: [1, 3],
  options: {
    search: {
      kind: 'value',
      placeholder: 'TEXT',
      help: 'Only accounts whose address or name starts so (list).',
    },
    limit: { kind: 'value', placeholder: 'N', help: 'How many to list, newest first [100] (list).' },
    json: { kind: 'switch', help: 'As JSON, for programs (list).' },
    'display-name': {
      kind: 'value',
      placeholder: 'NAME',
      help: 'Name to show; the address up to its @ otherwise (create).',
    },
    role: { kind: 'value', placeholder: 'ROLE,ROLE', help: 'Roles beside reader (create).' },
  },
  async run(invocation) {
    const { changeUsers } = await import('../users.ts');
    return changeUsers(invocation, invocation.options);
  },
});
