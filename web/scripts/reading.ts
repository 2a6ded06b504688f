/** Signals of an article page: seconds of attention, reads and shares. */
import { createEventClient } from '../../src/client/events.ts';
import { Attention } from './attention.ts';
import { watchSharing } from './sharing.ts';

const article = document.querySelector<HTMLElement>('[data-article]');
if (article) watch(article.dataset['article'] ?? '', Number(article.dataset['words'] ?? 0));

function watch(id: string, words: number): void {
  const events = createEventClient({ baseUrl: '' });
  const visit = crypto.randomUUID();
  let sentSeconds = 0;
  let isRead = false;
  const sendView = (seconds: number) => {
    sentSeconds = seconds;
    events.add({ kind: 'view', article: id, visit, seconds });
  };
  /** Sent once: after a full read, or when the reader leaves after enough of it. */
  const sendRead = (seconds: number, isLeaving: boolean) => {
    if (isRead || seconds < readAfter(words) || (!isLeaving && seconds < FULL_READ)) return;
    isRead = true;
    events.add({ kind: 'read', article: id, visit: sessionOf(new Date()), seconds });
  };
  const attention = new Attention(seconds => {
    if (seconds >= nextBeat(sentSeconds)) sendView(seconds);
    sendRead(seconds, false);
  });
  const leave = () => {
    if (attention.seconds >= FIRST_BEAT && attention.seconds > sentSeconds) sendView(attention.seconds);
    sendRead(attention.seconds, true);
    events.leave();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  addEventListener('pagehide', leave);
  watchSharing(document.title, via => {
    // Sharing twice through the same channel in one visit is one share.
    events.add({ kind: 'share', article: id, id: `${visit}-${via}`, via });
    void events.flush();
  });
}

/** At doubling intervals: after 10, 20, 40, 80 seconds and so on. */
function nextBeat(sentSeconds: number): number {
  return sentSeconds < FIRST_BEAT ? FIRST_BEAT : 2 * sentSeconds;
}

/** Half the reading time of the text, between ten seconds and a minute. */
function readAfter(words: number): number {
  return Math.min(FULL_READ, Math.max(FIRST_BEAT, (words / WORDS_PER_MINUTE) * 30));
}

/**
 * The session is the day: returning on the same day continues the same read. Needs no storage in the browser.
 */
function sessionOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

const FIRST_BEAT = 10;
const FULL_READ = 60;
const WORDS_PER_MINUTE = 230;
