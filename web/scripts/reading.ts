/** What happens on the page of an article: how long it is looked at, whether it is read, and where it is shared. */
import { createEventClient } from '../../src/client/events.ts';
import { Attention } from './attention.ts';
import { watchSharing } from './sharing.ts';

const article = document.querySelector<HTMLElement>('[data-article]');
if (article) watch(article.dataset['article'] ?? '', Number(article.dataset['words'] ?? 0));

function watch(id: string, words: number): void {
  const events = createEventClient({ baseUrl: '' });
  const visit = crypto.randomUUID();
  let told = 0;
  let isRead = false;
  const tellView = (seconds: number) => {
    told = seconds;
    events.add({ kind: 'view', article: id, visit, seconds });
  };
  /** Once, with the time that it took: when a whole read is reached, or when the reader turns away. */
  const tellRead = (seconds: number, isLeaving: boolean) => {
    if (isRead || seconds < readAfter(words) || (!isLeaving && seconds < WHOLE_READ)) return;
    isRead = true;
    events.add({ kind: 'read', article: id, visit: sessionOf(new Date()), seconds });
  };
  const attention = new Attention(seconds => {
    if (seconds >= nextBeat(told)) tellView(seconds);
    tellRead(seconds, false);
  });
  const leave = () => {
    if (attention.seconds >= FIRST_BEAT && attention.seconds > told) tellView(attention.seconds);
    tellRead(attention.seconds, true);
    events.leave();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  addEventListener('pagehide', leave);
  watchSharing(document.title, via => {
    // The same way again is the same share.
    events.add({ kind: 'share', article: id, id: `${visit}-${via}`, via });
    void events.flush();
  });
}

/** Ever further apart: after 10, 20, 40, 80 seconds and so on. */
function nextBeat(told: number): number {
  return told < FIRST_BEAT ? FIRST_BEAT : 2 * told;
}

/** Half of the time that the text takes, but between ten seconds and a minute. */
function readAfter(words: number): number {
  return Math.min(WHOLE_READ, Math.max(FIRST_BEAT, (words / WORDS_A_MINUTE) * 30));
}

/** A day: whoever comes back to the article on the same day is still reading it. Nothing is kept in the browser for it. */
function sessionOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

const FIRST_BEAT = 10;
const WHOLE_READ = 60;
const WORDS_A_MINUTE = 230;
