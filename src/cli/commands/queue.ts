import { command } from '../command.ts';

export const queue = command({
  name: 'queue',
  summary: 'Look at queues of messages, and tidy them up.',
  usage: [
    'queue ls [--json]',
    'queue peek QUEUE [--after ID] [--limit N] [--json]',
    'queue dead QUEUE [--after ID] [--limit N] [--json]',
    'queue redrive QUEUE [--id ID,ID]',
    'queue purge QUEUE --confirm QUEUE',
  ],
  details: [
    '`peek` shows messages that wait, and `dead` those that were put aside because they failed too often; neither takes them. `redrive` moves what was put aside back to where it came from, `purge` removes what waits and cannot be undone.',
    'Queues of the program itself (`tasks`) can be looked at and redriven, not purged. Changes are in the audit log. The program may run meanwhile.',
  ],
  words: [1, 2],
  options: {
    limit: { kind: 'value', placeholder: 'N', help: 'How many to show, oldest first [10] (peek, dead).' },
    after: { kind: 'value', placeholder: 'ID', help: 'Go on behind this message (peek, dead).' },
    id: { kind: 'value', placeholder: 'ID,ID', help: 'Only these messages (redrive).' },
    confirm: { kind: 'value', placeholder: 'QUEUE', help: 'The name once more (purge).' },
    json: { kind: 'switch', help: 'As JSON, for programs (ls, peek, dead).' },
  },
  async run(invocation) {
    const { workOnQueues } = await import('../queues.ts');
    return workOnQueues(invocation, invocation.options);
  },
});
