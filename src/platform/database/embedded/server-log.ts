import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../telemetry/port.ts';

/** The format that `parseLine` reads: the process, the SQLSTATE, then PostgreSQL's own `LEVEL:  message`. */
export const LOG_LINE_PREFIX = '[%p] %e ';

/**
 * Reads PostgreSQL's output line by line, keeps the last lines for error messages, and forwards what matters to our
 * log. A client that fails in a loop must not fill the log: at most `LINES_PER_MINUTE` warnings and errors pass, and
 * the dropped ones are counted.
 */
export class ServerLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #tail: string[] = [];
  #minute = -1;
  #passed = 0;
  #dropped = 0;

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  add(raw: string): void {
    const line = raw.slice(0, MAX_LINE_LENGTH);
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
    const entry = parseLine(line);
    const level = levelOf(entry);
    if (level !== 'debug' && !this.#mayPass()) return;
    this.#log[level]('postgres.message', {
      text: entry.message,
      sqlstate: entry.sqlstate,
      serverPid: entry.pid,
    });
  }

  /** The last lines since the last `forget`, for an error message. */
  tail(): readonly string[] {
    return [...this.#tail];
  }

  forget(): void {
    this.#tail.length = 0;
  }

  #mayPass(): boolean {
    const minute = Math.floor(this.#clock.now() / 60_000);
    if (minute !== this.#minute) {
      if (this.#dropped > 0) this.#log.warn('postgres.messages_dropped', { count: this.#dropped });
      this.#minute = minute;
      this.#passed = 0;
      this.#dropped = 0;
    }
    if (this.#passed < LINES_PER_MINUTE) return ++this.#passed > 0;
    this.#dropped++;
    return false;
  }
}

export function parseLine(line: string): LogEntry {
  const match = /^\[(\d+)\] (\w{5}) ([A-Z]+)\d?:\s+(.*)$/.exec(line);
  if (!match) return { severity: 'NONE', message: line.trim() };
  const [, pid, sqlstate, severity = 'NONE', message = ''] = match;
  return { pid: Number(pid), ...(sqlstate && { sqlstate }), severity, message };
}

/**
 * A failed statement is reported to its caller, who knows what it means, so it is a warning here; a constraint
 * violation or a requested retry is ordinary. Details may quote values of readers: debug level only.
 */
export function levelOf({ severity, sqlstate = '', message }: LogEntry): 'debug' | 'info' | 'warn' | 'error' {
  if (severity === 'PANIC') return 'error';
  if (severity === 'FATAL') return SERVER_STATE_CHANGES.has(sqlstate) ? 'debug' : 'error';
  if (severity === 'ERROR') return sqlstate.startsWith('23') || sqlstate === '40001' ? 'debug' : 'warn';
  if (severity === 'WARNING') return SERVER_STATE_CHANGES.has(sqlstate) ? 'debug' : 'warn';
  if (severity === 'LOG' && /was terminated by signal|exited with exit code [^01]/.test(message))
    return 'error';
  return severity === 'LOG' && message.startsWith('duration:') ? 'info' : 'debug';
}

/** SQLSTATEs of sessions that ended because the server stops, starts or recovers. */
const SERVER_STATE_CHANGES: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03']);

const LINES_PER_MINUTE = 120;
const MAX_LINE_LENGTH = 2_000;
const TAIL_LINES = 15;

export interface LogEntry {
  pid?: number;
  sqlstate?: string;
  severity: string;
  message: string;
}
