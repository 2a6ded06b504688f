import { invalidInput } from '../../../../errors.ts';
import { reason } from '../../../../reasons.ts';

/** Parses form fields. */

export function wholeNumber(text: string, at: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text.trim()) || value < min || value > max)
    throw invalidInput(at, reason('whole-number-between', { min, max }));
  return value;
}

/** The format of `datetime-local` fields, read as UTC: 2026-01-15T12:00. */
export function momentInUtc(text: string, at: string): Date {
  const moment = new Date(`${text.trim()}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text.trim()) || Number.isNaN(moment.getTime()))
    throw invalidInput(at, reason('date-time-required'));
  return moment;
}
