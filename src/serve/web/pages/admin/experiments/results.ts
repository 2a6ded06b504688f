import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import {
  type ArmResult,
  type ExperimentResults,
  resultsOf,
} from '../../../../../feeds/experiments/results.ts';
import { listExperiments } from '../../../../../feeds/experiments/stored-experiments.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { percent } from '../../../texts/amounts.ts';
import { formatNumber, t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { adminFrame, adminPage, type Outcome } from '../frame.ts';
import { dataTable, section } from '../parts.ts';

/** FEED-9: the results of one experiment, with confidence intervals. */
export const experimentPage = adminPage({
  method: 'GET',
  path: '/admin/experiments/{id}',
  handler: async call => ({ page: await showExperiment(call, {}) }),
});

export async function showExperiment(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database } = call.context;
  const experiment = (await listExperiments(database)).find(({ id }) => id === call.param('id'));
  if (!experiment) throw new Problem('not-found', reason('experiment-unknown'));
  const { id, control, variant, share, mode, startedAt, endedAt } = experiment;
  const results = await resultsOf(database, id);
  return adminFrame({
    title: id,
    at: '/admin/experiments',
    above: html`<p class="kicker"><a href="/admin/experiments">${t('experiments.title')}</a></p>`,
    body: html`<dl class="facts"><dt>${t('experiments.control')}</dt><dd>${control}</dd><dt>${t('experiments.variant')}</dt><dd>${variant}</dd>
<dt>${t('experiments.share')}</dt><dd>${percent(share)}</dd><dt>${t('experiments.mode')}</dt><dd>${mode === 'live' ? t('experiments.liveLong') : t('experiments.shadowLong')}</dd>
<dt>${t('experiments.started')}</dt><dd>${moment(startedAt)}</dd>${endedAt && html`<dt>${t('experiments.endedAt')}</dt><dd>${moment(endedAt)}</dd>`}</dl>
${section(outcome, 'results', t('experiments.results'), resultPart(results))}
${endedAt === null && section(outcome, 'end', t('experiments.end'), html`<p>${t('experiments.endText')}</p><form method="post" action="/admin/experiments/${id}/end"><button class="plain danger">${t('experiments.endButton')}</button></form>`)}`,
  });
}

function resultPart({ arms, difference, overlap }: ExperimentResults): Html {
  return html`<p>${t('experiments.resultsText')}</p>
${dataTable({
  caption: t('experiments.results'),
  columns: [
    t('experiments.group'),
    ...(['readers', 'pages', 'shown', 'read'] as const).map(each => ({
      name: t(`experiments.${each}`),
      kind: 'number' as const,
    })),
    t('experiments.rate'),
  ],
  rows: arms.map(arm => [
    t(`experiments.${arm.arm}`),
    formatNumber(arm.readers),
    formatNumber(arm.pages),
    formatNumber(arm.shown),
    formatNumber(arm.read),
    html`${percent(arm.rate, 2)}${arm.interval && html` <span class="quiet">${between(arm.interval)}</span>`}`,
  ]),
})}
${intervalChart(arms)}
<p>${verdict(difference)}</p>
${overlap !== null && html`<p>${t('experiments.overlap', { share: percent(overlap, 2) })}</p>`}`;
}

/** The difference is significant when its interval does not contain zero. */
function verdict(difference: ExperimentResults['difference']): HtmlValue {
  if (!difference) return t('experiments.tooFew');
  const { value, interval } = difference;
  const [low, high] = interval;
  const params = { difference: points(value), between: between(interval) };
  if (low > 0) return t('experiments.better', params);
  return high < 0 ? t('experiments.worse', params) : t('experiments.undecided', params);
}

function intervalChart(arms: readonly ArmResult[]): Html | false {
  const known = arms.flatMap(arm => (arm.interval ? [{ ...arm, interval: arm.interval }] : []));
  if (known.length < 2) return false;
  const low = Math.min(...known.map(({ interval }) => interval[0]));
  const high = Math.max(...known.map(({ interval }) => interval[1]));
  const at = (value: number) =>
    Math.round((10 + ((value - low) / Math.max(high - low, 1e-9)) * 280) * 10) / 10;
  return html`<svg class="intervals" viewBox="0 0 300 ${known.length * 24}" role="img" aria-label="${t('experiments.chart')}">${known.map(
    ({ arm, rate, interval }, index) =>
      html`<g class="${arm}"><line x1="${at(interval[0])}" x2="${at(interval[1])}" y1="${index * 24 + 12}" y2="${index * 24 + 12}"/><circle cx="${at(rate)}" cy="${index * 24 + 12}" r="5"/></g>`,
  )}</svg>`;
}

function points(share: number): Html {
  return html`${share > 0 && '+'}${percent(share, 2)}`;
}

function between([low, high]: readonly [number, number]): Html {
  return html`(${percent(low, 2)} – ${percent(high, 2)})`;
}
