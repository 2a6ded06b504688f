import { type FoundDate, findDate } from './calendar.ts';

/**
 * Many pages have the time of publication in UTC in their data and in local time in their text. Where both are on the page,
 * the time is written with the publisher's offset, so that its day is the day that the page shows. The instant is the
 * same.
 */
export function inLocalTime(published: FoundDate, lines: readonly string[], monthFirst: boolean): FoundDate {
  if (published.zone !== 'Z' && published.zone !== '+00:00') return published;
  const instant = minutesOf(published);
  for (const line of lines) {
    const shown = line.length <= MAX_LINE_LENGTH && CLOCK.test(line) ? findDate(line, monthFirst) : null;
    if (!shown?.time || shown.zone) continue;
    const offset = minutesOf(shown) - instant;
    if (offset === 0) return published;
    if (offset % HALF_HOUR !== 0 || Math.abs(offset) > MAX_OFFSET) continue;
    const seconds = published.time.slice(5);
    return { ...shown, time: `${shown.time.slice(0, 5)}${seconds}`, zone: zoneOf(offset) };
  }
  return published;
}

const MAX_LINE_LENGTH = 120;
/** Tested first, because searching for a date costs far more. */
const CLOCK = /\d[:.h]\d\d/;
const HALF_HOUR = 30;
const MAX_OFFSET = 14 * 60;

function minutesOf({ year, month, day, time }: FoundDate): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Date.UTC(year, month - 1, day, Number(hours), Number(minutes)) / 60_000;
}

function zoneOf(offset: number): string {
  const whole = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
