import { readOverview } from '../../../../../app/admin/overview/overview.ts';
import { html } from '../../../../../app/markup/html.ts';
import { t } from '../../../texts/messages.ts';
import { adminFrame, adminPage } from '../frame.ts';
import { section } from '../parts.ts';
import { queueLine, searchLine, serviceLevelTable, stageChart, topList } from './parts.ts';

/**
 * WEB-3: the state of the pipeline and of the service levels. `web/scripts/live.ts` refreshes it every few
 * seconds.
 */
export const overviewPage = adminPage({
  method: 'GET',
  path: '/admin',
  handler: async ({ context }) => {
    const { stages, queues, serviceLevels, search, top } = await readOverview(context);
    return {
      page: adminFrame({
        title: t('overview.title'),
        at: '/admin',
        lede: html`<p class="lede">${t('overview.lede')}</p>`,
        body: html`<div data-live="${LIVE_MS}">
${section({}, 'service-levels', t('overview.serviceLevels'), serviceLevelTable(serviceLevels))}
${section({}, 'top', t('overview.top'), topList(top))}
${section({}, 'search', t('overview.search'), searchLine(search))}
${section({}, 'stages', t('overview.stages'), html`<ul class="stages full">${stages.map(stageChart)}</ul>`)}
${section({}, 'queues', t('overview.queues'), queueLine(queues))}
</div>`,
      }),
    };
  },
});

const LIVE_MS = 5_000;
