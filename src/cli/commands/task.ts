import { command } from '../command.ts';

export const task = command({
  name: 'task',
  summary: 'List, make and change tasks: work that is done at a time.',
  usage: [
    'task ls [--state STATE] [--kind KIND] [--limit N] [--json]',
    'task show TASK [--json]',
    'task run TASK',
    'task pause TASK',
    'task resume TASK',
    'task add KIND --at TIME [--payload JSON]',
    'task add KIND --cron EXPRESSION [--time-zone ZONE] [--payload JSON]',
    'task rm TASK',
    'task forecast [--json]',
  ],
  details: [
    'A TASK is named by its id or, where it has one, by its name. The program may run meanwhile; changes are in force at once.',
    'A cron expression has five fields: minute, hour, day of month, month, day of week. It means the clock on the wall of its time zone: a time that daylight saving leaves out comes at the first moment after the gap, a time that comes twice counts once.',
    '`run` runs a task beside its schedule, also one that is paused or has failed. `forecast` tells how many tasks come due in each of the next ten minutes.',
  ],
  words: [1, 2],
  options: {
    state: {
      kind: 'value',
      placeholder: 'STATE',
      help: 'Only tasks that are waiting, picked, running, paused, done or failed (ls).',
    },
    kind: { kind: 'value', placeholder: 'KIND', help: 'Only tasks of this kind (ls).' },
    limit: { kind: 'value', placeholder: 'N', help: 'How many to list, oldest first [100] (ls).' },
    json: { kind: 'switch', help: 'As JSON, for programs (ls, show, forecast).' },
    at: { kind: 'value', placeholder: 'TIME', help: 'When to run once, such as 2026-12-24T18:00Z (add).' },
    cron: { kind: 'value', placeholder: 'EXPRESSION', help: 'When to run again and again (add).' },
    'time-zone': {
      kind: 'value',
      placeholder: 'ZONE',
      help: 'Whose clock the expression means, such as Europe/Berlin [UTC] (add).',
    },
    'task-name': { kind: 'value', placeholder: 'NAME', help: 'A name that no other task has (add).' },
    payload: { kind: 'value', placeholder: 'JSON', help: 'What the task is given to work with (add).' },
    missed: {
      kind: 'value',
      placeholder: 'once|skip',
      help: 'What becomes of times that passed while nothing ran [once] (add).',
    },
    overlap: {
      kind: 'value',
      placeholder: 'refuse|allow',
      help: 'What happens when it is due while it still runs [refuse] (add).',
    },
    retries: {
      kind: 'value',
      placeholder: 'N',
      help: 'How often it is tried again by itself after a failure [0] (add).',
    },
  },
  async run(invocation) {
    const { changeTasks } = await import('../tasks.ts');
    return changeTasks(invocation, invocation.options);
  },
});
