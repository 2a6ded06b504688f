import {
  hideForReader,
  hideSourceOf,
  rateArticle,
  unhideForReader,
  unhideSourceOf,
} from '../../../app/feeds/story-feedback.ts';
import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { isUuid } from '../../../lib/ids.ts';
import { localPath } from '../../../lib/local-path.ts';
import type { Principal } from '../../../model/principal.ts';
import type { Story } from '../../../model/story.ts';
import { readerSenderOf } from '../../http/signal-sender.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { withQuery } from './feeds/mark-read.ts';

/**
 * INT-1: what a signed-in reader says about a story: more or less like this, hide it or its source. Every page of a reader
 * has one form, and the menus of all stories belong to it. The page shows the result with an undo; `web/scripts/feedback.ts`
 * shows both in place of the story.
 */
export function feedbackForm(address: string): Html {
  return html`<form id="feedback" method="post" action="/stories/feedback" hidden><input type="hidden" name="back" value="${withoutNotice(address)}"></form>
`;
}

export function feedbackMenu({ id, leadArticleId, leadSource }: FeedbackSubject, isHidden: boolean): Html {
  const button = (name: FeedbackAction, value: string, text: HtmlValue) =>
    html`<button form="feedback" name="${name}" value="${value}">${text}</button>`;
  return html`<details class="feedback" name="feedback"><summary><span class="visually-hidden">${t('feedback.menu')}</span></summary><div>${button('like', leadArticleId, t('feedback.like'))}${button('dislike', leadArticleId, t('feedback.dislike'))}${isHidden ? button('undo-hide', id, t('feedback.unhide')) : button('hide', id, t('feedback.hide'))}${leadSource !== null && button('hide-source', leadArticleId, t('feedback.hideSource', { name: html`<bdi>${leadSource}</bdi>` }))}</div></details>`;
}

export const feedbackAction = memberPage({
  method: 'POST',
  path: '/stories/feedback',
  handler: async call => {
    const { field } = call;
    const name = ACTION_NAMES.find(each => field(each) !== '');
    const id = name === undefined ? '' : field(name);
    if (name === undefined || !isUuid(id)) throw new Problem('story-not-found');
    const before = await ACTIONS[name](call, id);
    const given = [name, id, ...(typeof before === 'string' ? [before] : [])].join(SEPARATOR);
    return { redirect: withQuery(withoutNotice(localPath(field('back'))), PARAM, given) };
  },
});

/** Only the result: what the script reads. */
export const feedbackPage = memberPage({
  method: 'GET',
  path: '/stories/feedback',
  handler: async () => ({
    page: {
      title: t('feedback.title'),
      body: html`<h1>${t('feedback.title')}</h1>
<p>${t('feedback.lede', { interests: html`<a href="/account/interests">${t('nav.interests')}</a>`, settings: html`<a href="/account/feeds">${t('nav.feeds')}</a>` })}</p>`,
    },
  }),
});

/** The result of the last feedback, on the page that the reader returns to. */
export function feedbackNotice(address: string): Html | false {
  const given = new URL(address, 'http://here.invalid').searchParams.get(PARAM) ?? '';
  const [said, id = '', was = ''] = given.split(SEPARATOR);
  const name = ACTION_NAMES.find(each => each === said);
  if (name === undefined) return false;
  const undo = UNDO[name];
  return html`<div class="notice undo" id="feedback-notice" role="status"><p>${DONE[name]}</p>${
    undo !== undefined &&
    isUuid(id) &&
    html`<form method="post" action="/stories/feedback"><input type="hidden" name="back" value="${withoutNotice(address)}"><input type="hidden" name="was" value="${was}"><button class="plain small" name="${undo}" value="${id}">${t('feed.undo')}</button></form>`
  }</div>
`;
}

/** The address of the page, without the result of earlier feedback. */
function withoutNotice(address: string): string {
  const [path = '/', search = ''] = address.split('?', 2);
  const params = new URLSearchParams(search);
  params.delete(PARAM);
  const rest = params.toString();
  return localPath(rest === '' ? path : `${path}?${rest}`, path);
}

/** The query parameter of a page that shows the result: the action, what it was about, and what an undo has to know. */
const PARAM = 'feedback';
const SEPARATOR = '~';

const ACTION_NAMES = [
  'like',
  'dislike',
  'hide',
  'hide-source',
  'undo-like',
  'undo-dislike',
  'undo-hide',
  'undo-hide-source',
] as const;
type FeedbackAction = (typeof ACTION_NAMES)[number];

/** Resolves with what an undo has to know. */
const ACTIONS: Readonly<Record<FeedbackAction, (call: PageCall<Principal>, id: string) => Promise<unknown>>> =
  {
    like: rate('like'),
    dislike: rate('dislike'),
    hide: async (call, id) => hideForReader(call.context, await readerSenderOf(call), id),
    'hide-source': async (call, id) => hideSourceOf(call.context, await readerSenderOf(call), id),
    'undo-like': rate('undo-like'),
    'undo-dislike': rate('undo-dislike'),
    'undo-hide': async (call, id) => unhideForReader(call.context, await readerSenderOf(call), id),
    'undo-hide-source': async (call, id) => {
      const before =
        (['follow', 'prefer', 'block'] as const).find(each => each === call.field('was')) ?? null;
      return unhideSourceOf(call.context, await readerSenderOf(call), id, before);
    },
  };

function rate(say: Parameters<typeof rateArticle>[3]) {
  return async (call: PageCall<Principal>, id: string) =>
    rateArticle(call.context, await readerSenderOf(call), id, say);
}

const UNDO: Partial<Record<FeedbackAction, FeedbackAction>> = {
  like: 'undo-like',
  dislike: 'undo-dislike',
  hide: 'undo-hide',
  'hide-source': 'undo-hide-source',
};

const DONE: Readonly<Record<FeedbackAction, HtmlValue>> = {
  like: t('feedback.done.like'),
  dislike: t('feedback.done.dislike'),
  hide: t('feedback.done.hide'),
  'hide-source': t('feedback.done.hideSource', {
    settings: html`<a href="/account/feeds#sources">${t('nav.feeds')}</a>`,
  }),
  'undo-like': t('feedback.done.undo'),
  'undo-dislike': t('feedback.done.undo'),
  'undo-hide': t('feedback.done.unhide'),
  'undo-hide-source': t('feedback.done.unhideSource'),
};

export type FeedbackSubject = Pick<Story, 'id' | 'leadArticleId' | 'leadSource'>;
