import { command } from '../command.ts';

export const log = command({
  name: 'log',
  summary: 'Inspect the event log: streams, consumer groups, dead letters.',
  usage: [
    'log ls [--json]',
    'log groups [--group NAME] [--json]',
    'log replay --group NAME --from TIME',
    'log dead list [--group NAME] [--limit N] [--json]',
    'log dead show ID',
    'log dead retry ID',
  ],
  details: [
    '`groups` shows how far each group has read in each partition, and where the stream ends. `replay` sets a group back, or forward, to the first event at or after TIME (2026-01-31, 2026-01-31T18:00Z); the group handles the events from there again.',
    'An event that a group fails to handle five times becomes a dead letter, and the group continues without it. `dead retry` gives it to its group again, ahead of other events, and reports whether it was handled; the program must be running.',
  ],
  words: [1, 3],
  options: {
    group: { kind: 'value', placeholder: 'NAME', help: 'The consumer group (groups, replay, dead list).' },
    from: { kind: 'value', placeholder: 'TIME', help: 'ISO 8601 time; UTC if it has no zone (replay).' },
    limit: { kind: 'value', placeholder: 'N', help: 'Maximum number, newest first [100] (dead list).' },
    json: { kind: 'switch', help: 'Print JSON (ls, groups, dead list).' },
  },
  async run(invocation) {
    const { workOnLog } = await import('../log.ts');
    return workOnLog(invocation, invocation.options);
  },
});
