import type { SettingName } from '../../config.ts';

/**
 * Constraints between settings, and beyond the format of a single one. `text` returns only well-formed settings, so that
 * nothing is reported twice.
 */
export function checkCombinations(text: (name: SettingName) => string | undefined): CombinationFault[] {
  const faults: CombinationFault[] = [];
  const issuer = text('oidc-issuer');
  if (issuer !== undefined && text('oidc-client-id') === undefined)
    faults.push({ name: 'oidc-issuer', message: 'requires oidc-client-id' });
  if (text('database-url') !== undefined && text('secret') === undefined)
    faults.push({
      name: 'database-url',
      message: 'requires secret: processes that share a database must share their keys',
    });
  const publicUrl = text('public-url');
  if (publicUrl !== undefined && new URL(publicUrl).href !== `${new URL(publicUrl).origin}/`)
    faults.push({
      name: 'public-url',
      message: `must be an origin such as https://news.example, without user, path or query`,
    });
  return faults;
}

export interface CombinationFault {
  readonly name: SettingName;
  readonly message: string;
}
