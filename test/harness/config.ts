import { tmpdir } from 'node:os';
import { resolveSettings } from '../../src/cli/settings/resolve.ts';
import type { Config } from '../../src/config.ts';

/** A configuration from settings as flags, over defaults for tests. */
export function testConfig(settings: Readonly<Record<string, string>>): Config {
  const flags = new Map(
    Object.entries({
      port: '0',
      secret: TEST_SECRET,
      demo: 'off',
      'rate-limit': '1000000',
      'rate-limit-sign-in': '100000',
      ...settings,
    }),
  );
  return resolveSettings({ flags, configFlag: undefined, environment: {}, workingDirectory: tmpdir() })
    .config;
}

/** Processes that share a database share their secret. */
export const TEST_SECRET = 'the secret of the installation under test';
