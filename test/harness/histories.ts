/**
 * How many random histories a property test runs against a database. `npm test` runs few, which find most
 * faults; `BROADSHEET_TEST_HISTORIES=4` runs four times as many.
 */
export function histories(usual: number): number {
  const times = Number(process.env['BROADSHEET_TEST_HISTORIES'] ?? 1);
  if (!(times > 0)) throw new Error('BROADSHEET_TEST_HISTORIES must be a number above 0');
  return Math.ceil(usual * times);
}
