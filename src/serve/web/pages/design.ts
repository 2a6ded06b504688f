import { type Html, html } from '../../../app/markup/html.ts';
import type { Story } from '../../../stories/queries/index.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { day, moment, shortMoment } from '../times.ts';
import { dataTable, selectField } from './admin/parts.ts';
import { emptyState, notice, refused, textField } from './parts.ts';
import { breakingMark, newSince, storyCard } from './story-parts.ts';
import { timelineChart } from './story-timeline.ts';

/** WEB-4: every component of the pages, as a reference for developers. */
export const designPage = publicPage({
  method: 'GET',
  path: '/design',
  cache: 'private',
  handler: async call => ({
    page: {
      title: t('nav.design'),
      shape: 'wide',
      facts: { path: '/design' },
      body: html`<div class="sheet-head"><div class="flow"><h1>${t('nav.design')}</h1>
<p class="lede">${t('design.lede')}</p></div></div>
<div class="sheet wide"><nav class="contents" aria-label="${t('nav.contents')}"><ul>${PARTS.map(([id]) => html`<li><a href="#${id}">${t(`design.${id}`)}</a></li>`)}</ul></nav>
<div>${PARTS.map(([id, show]) => html`<section class="flow" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${t(`design.${id}`)}</h2>${show(call)}</section>\n`)}</div></div>`,
    },
  }),
});

type DesignPart = readonly [id: PartId, show: (call: PageCall) => Html];
type PartId = 'type' | 'colours' | 'space' | 'forms' | 'notices' | 'cards' | 'figures' | 'states';

const PARTS: readonly DesignPart[] = [
  ['type', types],
  ['colours', colours],
  ['space', spaces],
  ['forms', forms],
  ['notices', notices],
  ['cards', cards],
  ['figures', figures],
  ['states', states],
];

function types(): Html {
  return html`<div class="specimen">${SIZES.map(size => html`<p class="specimen-line"><code>--size-${size}</code><span class="sample-${size}">${t('design.pangram')}</span></p>`)}</div>
<p class="kicker">${t('design.kicker')}</p>
<p class="lede">${t('design.ledeSample')}</p>
<p>${t('design.textSample')}</p>
<p class="meta">${t('design.metaSample')}</p>`;
}

function colours(): Html {
  return html`<p>${t('design.coloursText')}</p>
<ul class="swatches">${COLOURS.map(colour => html`<li><span class="swatch swatch-${colour}"></span><code>--${colour}</code></li>`)}</ul>`;
}

function spaces(): Html {
  return html`<ul class="spaces">${[1, 2, 3, 4, 5, 6, 7].map(step => html`<li><code>--gap-${step}</code><span class="space space-${step}"></span></li>`)}</ul>`;
}

function forms(): Html {
  return html`<form method="post" action="/settings">
${textField({ name: 'sample', label: t('design.field'), autocomplete: 'off', hint: t('design.hint'), required: false })}
${selectField({
  name: 'sample-choice',
  label: t('design.choice'),
  value: 'a',
  options: [
    ['a', t('design.cards')],
    ['b', t('design.forms')],
  ],
})}
<label class="check"><input type="checkbox" name="sample-check" value="yes" checked><span>${t('design.check')}</span></label>
</form>
<div class="actions"><a class="button" href="#forms">${t('design.button')}</a><a class="button plain" href="#forms">${t('design.plain')}</a><a class="button plain danger" href="#forms">${t('design.danger')}</a><a class="button plain small" href="#forms">${t('design.small')}</a></div>`;
}

function notices(): Html {
  return html`${notice(t('design.noticeSample'))}
${refused({ title: t('design.refusedSample'), reasons: [], fields: [] })}
<p><span class="badge">${t('design.badge')}</span> <span class="badge bad">${t('design.badgeBad')}</span> ${breakingMark(SAMPLE, SAMPLE.updatedAt)}${newSince({ askedId: SAMPLE.id, storyId: SAMPLE.id, seenAt: SAMPLE.updatedAt, newSinceSeen: 3 }, false)}</p>
<ul class="tags"><li><a href="/topics/world">${t('design.tag')}</a></li><li><a href="/topics">${t('nav.topics')}</a></li></ul>`;
}

function cards({ context }: PageCall): Html {
  const each = { context, visits: new Map() };
  return html`${storyCard(each, SAMPLE, { kind: 'lead', heading: 3 })}
<ol class="band-list">${[1, 2, 3, 4].map(() => html`<li>${storyCard(each, SAMPLE, { kind: 'tile', heading: 3 })}</li>`)}</ol>
<ol class="ranked">${[1, 2].map(() => html`<li><div><h3><a href="#cards">${t('design.headline')}</a></h3><p class="byline">${shortMoment(SAMPLE.updatedAt)}</p></div></li>`)}</ol>`;
}

function figures(): Html {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 15, hour));
  return html`<div class="story-side">${timelineChart(
    {
      unit: 'hour',
      spans: [2, 3, 9, 14, 8, 4, 2, 1].map((articles, index) => ({
        at: at(index + 6),
        articles,
        newSources: 1,
      })),
      breaking: [{ beganAt: at(8), endedAt: at(10), because: '' }],
      firstReport: null,
      headlines: [],
    },
    () => false,
  )}</div>
${dataTable({
  caption: t('design.figures'),
  columns: [t('design.table'), { name: t('design.number'), kind: 'number' }],
  rows: [
    [day(at(8)), '1,024'],
    [moment(at(9)), '16'],
  ],
})}`;
}

function states(): Html {
  return html`${emptyState(t('design.emptyTitle'), t('design.emptyText'), [['/', t('nav.front')]])}
<p>${t('design.skeletonText')}</p>
<div class="flow" aria-hidden="true"><p class="skeleton"></p><p class="skeleton"></p></div>`;
}

const SIZES = ['lead', 'h1', 'h2', 'h3', 'deck', 'text', 'ui', 'small', 'tiny'] as const;
const COLOURS = ['paper', 'field', 'wash', 'line', 'edge', 'quiet', 'ink', 'accent', 'good', 'warn'] as const;
const SAMPLE_TIME = new Date(Date.UTC(2026, 0, 15, 12));
const SAMPLE: Story = {
  id: '019bc186-de00-7166-ac8d-881139da5638',
  language: 'en',
  headline: 'Ferry runs aground off Port Marrow with 240 people on board',
  chosenHeadline: '',
  editorHeadline: null,
  lead: 'All passengers are safe after the evening ferry struck a sandbank half a mile from the harbour, the coastguard says.',
  leadArticleId: '019bc186-de00-7166-ac8d-881139da5638',
  imageUrl: null,
  category: null,
  topics: [],
  entities: [],
  firstSeenAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
  articleCount: 12,
  textCount: 7,
  sourceCount: 5,
  related: [],
  isHidden: false,
  pinnedAt: null,
  breakingSince: SAMPLE_TIME,
  breakingUntil: null,
  breakingBecause: null,
  velocity: 0,
  leadSource: null,
};
