import type { AppContext } from '../../../../app/context.ts';
import { describeReason, type ReasonText } from '../../../../app/feeds/reasons.ts';
import { type Html, type HtmlValue, html } from '../../../../app/markup/html.ts';
import type { FeedItem } from '../../../../feeds/pages/feed-pages.ts';
import type { ScoreParts } from '../../../../feeds/ranking/explain.ts';
import type { Voice } from '../../../../model/story.ts';
import { percent } from '../../texts/amounts.ts';
import { t, topicName } from '../../texts/messages.ts';

/** Components of feed pages. */

/** FEED-4: the reasons for a story in words, and the parts of its score in a fold. */
export function reasonsPart({ topics }: Pick<AppContext, 'topics'>, item: FeedItem): Html {
  const reasons = item.reasons.flatMap(reason => describeReason(reason, item.recent, topics) ?? []);
  return html`<details class="why"><summary>${
    reasons.length > 0
      ? html`<span class="visually-hidden">${t('why.title')} </span>${joined(reasons.map(inWords))}`
      : t('why.title')
  }</summary>${partList(item.parts)}</details>`;
}

export function inWords({ kind, name, count }: ReasonText): HtmlValue {
  const named = name !== null && (kind.endsWith('topic') ? topicName(name) : html`<bdi>${name}</bdi>`);
  return t(`why.${kind}`, { name: named, count });
}

function joined(parts: readonly HtmlValue[]): HtmlValue {
  return parts.map((part, index) => [index > 0 && ' · ', part]);
}

function partList(parts: ScoreParts): Html {
  return html`<ul class="score">${PARTS.map(part => {
    const value = Math.round(parts[part] * 100);
    return html`<li><meter min="0" max="100" value="${Math.max(0, value)}" aria-hidden="true"></meter> ${t(`why.part.${part}`)} <span class="quiet">${percent(value / 100, 0)}</span></li>`;
  })}</ul>`;
}

const PARTS = ['relevance', 'freshness', 'quality', 'diversity', 'trending'] as const;

/** FEED-1: the other sources in a fold; FEED-14: whether the first one is behind a paywall. */
export function otherSources({ front, others }: Pick<FeedItem, 'front' | 'others'>): Html | false {
  if (others.length === 0) return front?.isFree === false && html`<p class="byline">${costs(front)}</p>`;
  const shown = others.slice(0, SHOWN);
  return html`<details class="folds others"><summary class="fold">${t('feed.others', { count: others.length })}</summary><ul class="plain-list">${shown.map(voiceLine)}${others.length > SHOWN && html`<li class="meta">${t('story.moreCopies', { count: others.length - SHOWN })}</li>`}</ul></details>`;
}

function voiceLine(voice: Voice): Html {
  return html`<li><a href="/articles/${voice.articleId}" dir="auto">${voice.title}</a><p class="meta">${voice.sourceName}${voice.isFree === false && html` · ${costs(voice)}`}</p></li>`;
}

function costs({ isFree }: Voice): Html | false {
  return isFree === false && html`<span class="badge costs">${t('feed.subscribersOnly')}</span>`;
}

const SHOWN = 8;
