import { Problem } from '../../../../errors.ts';

/** Reads what stands in the fields of a form. */

export function wholeNumber(text: string, at: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text.trim()) || value < least || value > most)
    throw invalid(at, `must be a whole number from ${least} to ${most}`);
  return value;
}

/** As `datetime-local` fields write it, taken as UTC: 2026-01-15T12:00. */
export function momentInUtc(text: string, at: string): Date {
  const moment = new Date(`${text.trim()}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text.trim()) || Number.isNaN(moment.getTime()))
    throw invalid(at, 'must be a date and a time');
  return moment;
}

export function invalid(at: string, message: string): Problem {
  return new Problem('validation-failed', undefined, { faults: [{ in: 'body', at, message }] });
}
