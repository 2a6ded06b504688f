import { join } from 'node:path';
import { type MeasuredServer, type RequestFor, startMeasured } from './measured.ts';
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

export function requestWith(token: string): RequestFor {
  return ({ name }) => ({
    path: '/api/v1/bench/0190e1a2-0000-7000-8000-000000000001?limit=10',
    headers: OPEN.includes(name) ? {} : { authorization: `Bearer ${token}` },
  });
}

/** Open routes get no credential, because the server always checks a credential that it gets. */
const OPEN: readonly string[] = [...Object.keys(PEERS), 'stripped'];
