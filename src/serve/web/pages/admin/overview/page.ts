import { observe } from '../../../../admin/overview/observe.ts';
import { html } from '../../../html.ts';
import { say } from '../../../words/say.ts';
import { adminFrame, adminPage } from '../frame.ts';
import { promiseTable, queueLine, stageChart } from './parts.ts';

/** WEB-3: where the pipeline stands and whether the promises hold. `web/scripts/live.ts` looks again every few seconds. */
export const overviewPage = adminPage({
  method: 'GET',
  path: '/admin',
  handler: async ({ context }) => {
    const { stages, queues, promises } = await observe(context);
    return {
      page: adminFrame({
        title: say('overview.title'),
        at: '/admin',
        lede: html`<p class="lede">${say('overview.lede')}</p>`,
        body: html`<div data-live="${LIVE_MS}">
<section class="panel" aria-labelledby="promises-title"><h2 id="promises-title">${say('overview.promises')}</h2>${promiseTable(promises)}</section>
<section class="panel" aria-labelledby="stages-title"><h2 id="stages-title">${say('overview.stages')}</h2><ul class="stages full">${stages.map(stageChart)}</ul></section>
<section class="panel" aria-labelledby="queues-title"><h2 id="queues-title">${say('overview.queues')}</h2>${queueLine(queues)}</section>
</div>`,
      }),
    };
  },
});

const LIVE_MS = 5_000;
