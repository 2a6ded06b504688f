import { command } from '../command.ts';

export const migrate = command({
  name: 'migrate',
  summary: 'Update the database to the schema of this version.',
  usage: ['migrate', 'migrate --status'],
  details: [
    '`up` and `run` do this automatically. Run it separately to upgrade without downtime: migrate first, then replace the processes one by one; the old version works on the new schema.',
  ],
  words: [0, 0],
  options: { status: { kind: 'switch', help: 'Show which migrations are applied, and change nothing.' } },
  async run(invocation) {
    const { migrateSchema, showStatus } = await import('../schema.ts');
    return invocation.options.status ? showStatus(invocation) : migrateSchema(invocation);
  },
});
