import type { Installation } from '../../context.ts';
import { findRunningPostgres } from '../../platform/database/embedded/running-server.ts';
import type { Invocation } from '../command.ts';
import { UsageError } from '../failures.ts';
import { isInstalled, withInstallation } from '../installation.ts';
import { wrap } from '../layout.ts';
import type { ResolvedSettings } from '../settings/resolve.ts';
import type { Output, Style } from '../terminal.ts';
import * as database from './database.ts';
import { type Finding, fail, ok, runCheck, warn } from './finding.ts';
import * as machine from './machine.ts';
import { web } from './web.ts';

/** OPS-4: checks from the outside in, and stops at a failure that later checks depend on. */
export async function examine(invocation: DoctorInvocation, { json }: { json: boolean }): Promise<number> {
  const { out } = invocation.terminal;
  const findings: Finding[] = [];
  for await (const finding of findAll(invocation)) {
    findings.push(finding);
    if (!json) out.write(line(finding, out));
  }
  out.write(json ? `${JSON.stringify(findings, null, 2)}\n` : `\n${summary(findings)}\n`);
  return findings.some(({ status }) => status === 'fail') ? 1 : 0;
}

async function* findAll(invocation: DoctorInvocation): AsyncGenerator<Finding> {
  yield* await runCheck('node', undefined, () => machine.node());
  const resolved = readSettings(invocation);
  if (resolved instanceof UsageError) {
    for (const fault of resolved.faults)
      yield { check: 'settings', ...fail(fault, 'See `broadsheet help config`.') };
    return;
  }
  const { config } = resolved;
  yield* await runCheck('settings', config, () => machine.settings(resolved));
  yield* await runCheck('data', config, () => machine.dataDirectory(config));
  yield* await runCheck('disk', config, () => machine.freeSpace(config));
  if (isInstalled(config)) yield* findInside(invocation, resolved);
  else
    yield {
      check: 'installation',
      ...warn(`there is no installation in ${config.data} yet`, 'Create it with `broadsheet up`.'),
    };
}

async function* findInside(
  invocation: DoctorInvocation,
  resolved: ResolvedSettings,
): AsyncGenerator<Finding> {
  const { config } = resolved;
  const isRunning = config.databaseUrl === undefined && (await findRunningPostgres(config.data)) !== null;
  if (config.databaseUrl === undefined)
    yield { check: 'program', ...ok(isRunning ? `running on ${config.data}` : 'not running') };
  yield* await runCheck('secrets', config, () => machine.secrets(resolved));
  const secret = await runCheck('secret', config, () => machine.storedSecret(config));
  yield* secret;
  // The database is not opened without it.
  if (secret.some(({ status }) => status === 'fail')) return;
  yield* await runCheck('archive', config, () => machine.archive(config));
  let inside: Finding[] = [];
  // A failure to open it is a finding like the others.
  const opening = await runCheck('database', config, async () => {
    inside = await withInstallation(resolved, { migrate: false, checkSecret: false }, installation =>
      findIn(invocation, installation),
    );
    return [];
  });
  yield* [...opening, ...inside];
  yield* await runCheck('web', config, () => web(config, isRunning || config.databaseUrl !== undefined));
}

async function findIn(
  { clock }: DoctorInvocation,
  { config, keys, database: pool }: Installation,
): Promise<Finding[]> {
  const checks = {
    database: () => database.version(pool),
    writable: () => database.writable(pool),
    'secret-match': () => database.sameSecret(pool, keys),
    connections: () => database.connections(pool),
    clocks: () => database.clocks(pool, () => clock.now()),
    horizon: () => database.horizon(pool),
    migrations: () => database.migrations(pool),
    partitions: () => database.partitions(pool, new Date(clock.now())),
    operators: () => database.operators(pool),
  };
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(checks)) {
    const found = await runCheck(check, config, run);
    findings.push(...found);
    if (PREREQUISITES.has(check) && found.some(({ status }) => status === 'fail')) break;
  }
  return findings;
}

function readSettings({ settings }: DoctorInvocation): ResolvedSettings | UsageError {
  try {
    return settings();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

function line({ check, status, text, remedy }: Finding, { paint, columns }: Output): string {
  const width = Math.max(40, columns - LEFT);
  const right = (words: string, mark: string) => wrap(words, width).join(`\n${' '.repeat(LEFT)}${mark}`);
  const first = `${paint(STYLES[status], status.padEnd(4))}  ${check.padEnd(CHECK)}  ${right(text, '')}\n`;
  return remedy === undefined ? first : `${first}${' '.repeat(LEFT)}-> ${right(remedy, '   ')}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding['status']) => findings.filter(({ status }) => status === wanted).length;
  const warnings = count('warn');
  return `${count('ok')} passed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('fail')} failed`;
}

/** All later checks need the database and its schema. */
const PREREQUISITES = new Set(['database', 'migrations']);

const CHECK = 12;
const LEFT = 4 + 2 + CHECK + 2;
const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const satisfies Record<
  Finding['status'],
  Style
>;

type DoctorInvocation = Pick<Invocation, 'settings' | 'terminal' | 'clock'>;
