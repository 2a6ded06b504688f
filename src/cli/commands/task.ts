import { command } from '../command.ts';

export const task = command({
  name: 'task',
  summary: 'List, create and change scheduled tasks.',
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
    'TASK is an id or a name. Works while the program is running; changes take effect immediately.',
    'A cron expression has five fields: minute, hour, day of month, month, day of week. It follows the local time of its time zone: a time that daylight saving skips runs at the first moment after the gap, and a time that occurs twice runs once.',
    '`run` runs a task now, outside its schedule, even if it is paused or has failed. `forecast` shows how many tasks are due in each of the next ten minutes.',
  ],
  words: [1, 2],
  options: {
    state: {
      kind: 'value',
      placeholder: 'STATE',
      help: 'Only tasks in this state: waiting, picked, running, paused, done or failed (ls).',
    },
    kind: { kind: 'value', placeholder: 'KIND', help: 'Only tasks of this kind (ls).' },
    limit: { kind: 'value', placeholder: 'N', help: 'Maximum number, oldest first [100] (ls).' },
    json: { kind: 'switch', help: 'Print JSON (ls, show, forecast).' },
    at: { kind: 'value', placeholder: 'TIME', help: 'When to run once, such as 2026-12-24T18:00Z (add).' },
    cron: { kind: 'value', placeholder: 'EXPRESSION', help: 'When to run, repeatedly (add).' },
    'time-zone': {
      kind: 'value',
      placeholder: 'ZONE',
      help: 'Time zone of the expression, such as Europe/Berlin [UTC] (add).',
    },
    'task-name': { kind: 'value', placeholder: 'NAME', help: 'A unique name (add).' },
    payload: { kind: 'value', placeholder: 'JSON', help: 'Input of the task (add).' },
    missed: {
      kind: 'value',
      placeholder: 'once|skip',
      help: 'Run once for the times missed while nothing was running, or skip them [once] (add).',
    },
    overlap: {
      kind: 'value',
      placeholder: 'refuse|allow',
      help: 'Whether it may start while its previous run is still active [refuse] (add).',
    },
    retries: {
      kind: 'value',
      placeholder: 'N',
      help: 'Number of automatic retries after a failure [0] (add).',
    },
  },
  async run(invocation) {
    const { changeTasks } = await import('../tasks.ts');
    return changeTasks(invocation, invocation.options);
  },
});
