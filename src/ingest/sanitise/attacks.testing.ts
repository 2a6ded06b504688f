import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import vectors from '../../../test/corpus/sanitise/vectors.json' with { type: 'json' };

/** All attacks: ours, and those of the development suites if present. */
export function allAttacks(): string[] {
  return Object.values(vectors).flat().concat(developmentSuite());
}

function developmentSuite(): string[] {
  const data = process.env['BROADSHEET_DATA'];
  if (data === undefined) return [];
  const file = gunzipSync(readFileSync(join(data, 'conformance/sanitize.json.gz'))).toString();
  const { cases } = JSON.parse(file) as { cases: { payload: string }[] };
  return cases.map(({ payload }) => payload);
}

/** Hooks for everything that an attack might call, and for errors. None fires in a page that only shows text. */
export const HOOKS = hooksFor(['alert', 'confirm', 'prompt', 'print', 'open', 'fetch', 'msgbox']);

/** The same for pages with a legitimate script, which may fetch. */
export const HOOKS_BESIDE_SCRIPTS = hooksFor(['alert', 'confirm', 'prompt', 'print', 'open', 'msgbox']);

function hooksFor(names: readonly string[]): string {
  return `globalThis.__fired = [];
for (const name of ${JSON.stringify(names)})
  globalThis[name] = (...given) => { __fired.push(name + '(' + given + ')'); };
addEventListener('error', event => { if (event instanceof ErrorEvent) __fired.push('error ' + event.message); });
addEventListener('submit', event => { __fired.push('submit'); event.preventDefault(); });`;
}
