import { type HtmlValue, html } from '../../../app/markup/html.ts';
import {
  commandInterest,
  INTEREST_COMMANDS,
  type InterestParams,
  SUBJECTS,
} from '../../../app/signals/interest-commands.ts';
import { interestsOf } from '../../../app/signals/interest-list.ts';
import { Problem } from '../../../errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Principal } from '../../../model/principal.ts';
import { reason } from '../../../reasons.ts';
import { readInterests } from '../../../signals/interests/interest-store.ts';
import type { ReaderInterests } from '../../../signals/interests/interests.ts';
import type { Page } from '../page.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { readerTabs } from './feeds/tabs.ts';
import { LEVELS } from './interest-levels.ts';
import { addForm, forgetForms, interestTable, pauseForm } from './interest-parts.ts';
import { notice, refused } from './parts.ts';

/** INT-3: the interests of a reader, as a list to edit. */
export const interestsPage = memberPage({
  method: 'GET',
  path: '/account/interests',
  handler: async call => ({ page: await showInterests(call, DONE.get(call.query('done') ?? '')) }),
});

/** Every button and form of the page. */
export const interestsAction = memberPage({
  method: 'POST',
  path: '/account/interests',
  handler: async call => {
    try {
      const params = paramsIn(call);
      const before = await ownInterests(call);
      await commandInterest(call.context, call.principal.userId, params);
      return {
        redirect: `/account/interests?done=${(await isDone(call, before)) ? params.command : 'later'}${call.field('all') === 'yes' ? '&all=yes' : ''}`,
      };
    } catch (error) {
      return { page: await showInterests(call, undefined, refusalOf(error)), status: 422 };
    }
  },
});

async function showInterests(call: PageCall<Principal>, done: HtmlValue, refusal?: Refusal): Promise<Page> {
  const { context, principal } = call;
  const { isPaused, items, unlisted } = await interestsOf(context, principal.userId);
  return {
    title: t('interests.title'),
    shape: 'wide',
    body: html`${readerTabs('/account/interests')}<div class="flow"><h1>${t('interests.title')}</h1>
<p class="lede">${t('interests.lede')}</p>
${notice(done)}${refused(refusal)}</div>
<section class="flow panel" aria-labelledby="learning-title"><h2 id="learning-title">${t('interests.learning')}</h2>${pauseForm(isPaused)}</section>
<section class="flow panel" aria-labelledby="list-title"><h2 id="list-title">${t('interests.list')}</h2>${interestTable(items, call.query('all') === 'yes')}</section>
<section class="flow panel" aria-labelledby="add-title"><h2 id="add-title">${t('interests.addTitle')}</h2>${addForm(unlisted)}</section>
<section class="flow panel" aria-labelledby="forget-title"><h2 id="forget-title">${t('interests.resetTitle')}</h2>${forgetForms()}</section>`,
  };
}

function ownInterests({ context, principal }: PageCall<Principal>): Promise<ReaderInterests> {
  return readInterests(context.database, principal.userId);
}

function paramsIn({ field }: PageCall<Principal>): InterestParams {
  const command = INTEREST_COMMANDS.find(each => each === field('command'));
  const on = SUBJECTS.find(each => each === field('on'));
  if (!command) throw new Problem('validation-failed', reason('nothing-chosen'));
  if (command.startsWith('reset') && field('confirm') !== 'yes')
    throw new Problem('validation-failed', reason('confirm-required'));
  return {
    command,
    ...(on ? { on } : {}),
    ...(field('id') === '' ? {} : { id: field('id').slice(0, 200) }),
    ...(command === 'set' ? { level: levelIn(field('level')) } : {}),
  };
}

function levelIn(text: string): number | null {
  const level = LEVELS.find(({ value }) => value === text);
  if (!level) throw new Problem('validation-failed', reason('interest-level-required'));
  return level.level;
}

/**
 * Commands are applied in order with the reader's signals. Waits a moment, so that the page shows the change.
 */
async function isDone(call: PageCall<Principal>, { offset }: ReaderInterests): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_POLLS; attempt++) {
    if ((await ownInterests(call)).offset > offset) return true;
    await systemClock.sleep(POLL_INTERVAL_MS, call.context.stopping).catch(() => undefined);
  }
  return false;
}

const POLL_INTERVAL_MS = 50;
const MAX_POLLS = 60;

const DONE: ReadonlyMap<string, HtmlValue> = new Map([
  ['set', t('interests.done.set')],
  ['mute', t('interests.done.mute')],
  ['unmute', t('interests.done.unmute')],
  ['pause', t('interests.done.pause')],
  ['resume', t('interests.done.resume')],
  ['reset-learned', t('interests.done.resetLearned')],
  ['reset-everything', t('interests.done.resetAll')],
  ['later', t('interests.done.later')],
]);
