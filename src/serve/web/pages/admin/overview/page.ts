import { observe } from '../../../../../app/admin/overview/observe.ts';
import { html } from '../../../../../app/markup/html.ts';
import { say } from '../../../words/say.ts';
import { adminFrame, adminPage } from '../frame.ts';
import { section } from '../parts.ts';
import { promiseTable, queueLine, searchLine, stageChart, topList } from './parts.ts';

/** WEB-3: where the pipeline stands and whether the promises hold. `web/scripts/live.ts` looks again every few seconds. */
export const overviewPage = adminPage({
  method: 'GET',
  path: '/admin',
  handler: async ({ context }) => {
    const { stages, queues, promises, search, top } = await observe(context);
    return {
      page: adminFrame({
        title: say('overview.title'),
        at: '/admin',
        lede: html`<p class="lede">${say('overview.lede')}</p>`,
        body: html`<div data-live="${LIVE_MS}">
${section({}, 'promises', say('overview.promises'), promiseTable(promises))}
${section({}, 'top', say('overview.top'), topList(top))}
${section({}, 'search', say('overview.search'), searchLine(search))}
${section({}, 'stages', say('overview.stages'), html`<ul class="stages full">${stages.map(stageChart)}</ul>`)}
${section({}, 'queues', say('overview.queues'), queueLine(queues))}
</div>`,
      }),
    };
  },
});

const LIVE_MS = 5_000;
