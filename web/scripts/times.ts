/** Times come in UTC, for everybody; here they become the reader's own, in the words that the page uses. */
const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
};

for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-shown]')) {
  const at = new Date(time.dateTime);
  const format = FORMATS[time.dataset['shown'] ?? ''];
  if (format && !Number.isNaN(at.getTime()))
    time.textContent = new Intl.DateTimeFormat('en-GB', format).format(at);
}
