/** Pages have times in UTC; this converts them to the reader's time zone, in the language of the page. */
const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
};

const locale = document.documentElement.dataset['locale'] ?? 'en-GB';
const known = new Map<string, Intl.DateTimeFormat>();

for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-shown]')) {
  const at = new Date(time.dateTime);
  const format = formatOf(time.dataset['shown'] ?? '');
  if (format && !Number.isNaN(at.getTime())) time.textContent = format.format(at);
}

/** Cached: creating a formatter takes longer than using it a hundred times. */
function formatOf(form: string): Intl.DateTimeFormat | undefined {
  const options = FORMATS[form];
  if (!options) return undefined;
  const format = known.get(form) ?? new Intl.DateTimeFormat(locale, options);
  known.set(form, format);
  return format;
}
