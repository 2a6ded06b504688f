import { command } from '../command.ts';

export const log = command({
  name: 'log',
  summary: 'Look at the event log: streams, consumer groups, parked events.',
  usage: [
    'log ls [--json]',
    'log groups [--group NAME] [--json]',
    'log replay --group NAME --from TIME',
    'log dead list [--group NAME] [--limit N] [--json]',
    'log dead show ID',
    'log dead retry ID',
  ],
  details: [
    '`groups` shows for each partition how far the group has read and how far the stream goes. `replay` sets a group back, or forward, to the first event at or after TIME (2026-01-31, 2026-01-31T18:00Z), so that what it makes of the events is made again from there.',
    'An event that a group could not handle five times is parked, and the group goes on without it. `dead retry` hands it to its group again, ahead of the others, and tells whether it was handled; the program must be running for that.',
  ],
  words: [1, 3],
  options: {
    group: { kind: 'value', placeholder: 'NAME', help: 'The consumer group (groups, replay, dead list).' },
    from: { kind: 'value', placeholder: 'TIME', help: 'ISO 8601; without a zone it is UTC (replay).' },
    limit: { kind: 'value', placeholder: 'N', help: 'How many to list, newest first [100] (dead list).' },
    json: { kind: 'switch', help: 'As JSON, for programs (ls, groups, dead list).' },
  },
  async run(invocation) {
    const { workOnLog } = await import('../log.ts');
    return workOnLog(invocation, invocation.options);
  },
});
