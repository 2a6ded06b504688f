/**
 * Minutes east of Greenwich in a time zone when its clocks show `local` (milliseconds as if they were UTC).
 * The offset is looked up at the guess and again at the corrected guess, which is exact except in the
 * hour that a clock change repeats; there the first one is taken.
 */
export function timezoneOffset(zone: string, local: number): number {
  const clock = formatterOf(zone);
  if (!clock) return 0;
  const guess = offsetAt(clock, local);
  return offsetAt(clock, local - guess * 60_000);
}

/** Whether the platform knows the time zone. */
export function isTimezone(name: string): boolean {
  return formatterOf(name) !== null;
}

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const clock = createFormatter(zone);
  // Feeds choose the names, so the cache has a limit.
  if (formatters.size < MAX_FORMATTERS) formatters.set(zone, clock);
  return clock;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, ...FIELDS });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function offsetAt(clock: Intl.DateTimeFormat, instant: number): number {
  const shown = new Map(clock.formatToParts(instant).map(part => [part.type, Number(part.value)]));
  const field = (name: Intl.DateTimeFormatPartTypes) => shown.get(name) ?? 0;
  const local = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'));
  return Math.round((local - instant) / 60_000);
}

const FIELDS: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
};
const MAX_FORMATTERS = 600;
const formatters = new Map<string, Intl.DateTimeFormat | null>();
