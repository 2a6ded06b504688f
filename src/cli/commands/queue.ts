import { command } from '../command.ts';

export const queue = command({
  name: 'queue',
  summary: 'Inspect and clean up message queues.',
  usage: [
    'queue ls [--json]',
    'queue peek QUEUE [--after ID] [--limit N] [--json]',
    'queue dead QUEUE [--after ID] [--limit N] [--json]',
    'queue redrive QUEUE [--id ID,ID]',
    'queue purge QUEUE --confirm QUEUE',
  ],
  details: [
    '`peek` shows waiting messages, and `dead` shows dead letters: messages that failed too often. Neither removes them. `redrive` moves dead letters back to their queue. `purge` removes waiting messages and cannot be undone.',
    'Internal queues (`tasks`) can be inspected and redriven, but not purged. Changes are in the audit log. Works while the program is running.',
  ],
  words: [1, 2],
  options: {
    limit: { kind: 'value', placeholder: 'N', help: 'Maximum number, oldest first [10] (peek, dead).' },
    after: { kind: 'value', placeholder: 'ID', help: 'Start after this message (peek, dead).' },
    id: { kind: 'value', placeholder: 'ID,ID', help: 'Only these messages (redrive).' },
    confirm: { kind: 'value', placeholder: 'QUEUE', help: 'Name of the queue, to confirm (purge).' },
    json: { kind: 'switch', help: 'Print JSON (ls, peek, dead).' },
  },
  async run(invocation) {
    const { workOnQueues } = await import('../queues.ts');
    return workOnQueues(invocation, invocation.options);
  },
});
