/**
 * How many histories a property tries against a database. `npm test` takes what finds most faults in little time;
 * `BROADSHEET_TEST_HISTORIES=4` tries four times as many.
 */
export function histories(usual: number): number {
  const times = Number(process.env['BROADSHEET_TEST_HISTORIES'] ?? 1);
  if (!(times > 0)) throw new Error('BROADSHEET_TEST_HISTORIES must be a number above 0');
  return Math.ceil(usual * times);
}
