import { join } from 'node:path';
import { type MeasuredServer, type SentTo, startMeasured } from './measured.ts';
import { PEERS, type ServerName } from './variants.ts';

export function startServer(
  name: ServerName,
  before: readonly string[],
  databaseUrl: string,
  data: string,
): Promise<MeasuredServer<ServerName>> {
  const program = join(import.meta.dirname, 'server.ts');
  return startMeasured(name, { before, program, given: [databaseUrl, data], data });
}

export function sentWith(token: string): SentTo {
  return ({ name }) => ({
    path: '/api/v1/bench/0190e1a2-0000-7000-8000-000000000001?limit=10',
    headers: OPEN.includes(name) ? {} : { authorization: `Bearer ${token}` },
  });
}

/** What needs no credential is not sent one: a credential that is shown is always looked at. */
const OPEN: readonly string[] = [...Object.keys(PEERS), 'stripped'];
