/**
 * Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their number of digits, also in
 * the form that .NET gives them (`/Date(1709626150000+0100)/`, where the offset changes nothing). Shorter
 * numbers are dates written without separators, and so are 12 and 14 digits that begin with a likely year.
 */
export function readEpoch(text: string): number | null {
  const [, digits, fraction] = EPOCH.exec(text) ?? DOT_NET.exec(text) ?? [];
  if (digits === undefined) return null;
  const unit = UNITS.find(({ from, to }) => digits.length >= from && digits.length <= to);
  if (!unit || (fraction !== undefined && unit.milliseconds !== 1000)) return null;
  return Math.trunc(Number(`${digits}.${fraction ?? 0}`) * unit.milliseconds);
}

const EPOCH = /^@?(\d{9,19})(?:\.(\d{1,9}))?$/;
const DOT_NET = /^\\?\/date\((\d{9,19})(?:[+-]\d{4})?\)\\?\/$/;

const UNITS = [
  { from: 9, to: 11, milliseconds: 1000 },
  { from: 13, to: 13, milliseconds: 1 },
  { from: 16, to: 16, milliseconds: 1e-3 },
  { from: 19, to: 19, milliseconds: 1e-6 },
] as const;
