import { atEnd } from './cleanup.ts';
import { startTestServer } from './server.ts';

/**
 * The server that tests share. `npm test` starts one and passes its address in BROADSHEET_TEST_POSTGRES; a
 * file that runs alone starts its own.
 */
export function testServerUrl(): Promise<string> {
  const given = process.env['BROADSHEET_TEST_POSTGRES'];
  own ??= given ? Promise.resolve(given) : startOwn();
  return own;
}

let own: Promise<string> | undefined;

async function startOwn(): Promise<string> {
  const { url, stop } = await startTestServer();
  atEnd(stop);
  return url;
}
