import { type Html, html } from '../../../app/markup/html.ts';
import { learnSections } from '../../../app/signals/chosen-sections.ts';
import { flowCookie, readCookie } from '../../http/cookies.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { t, topicName } from '../texts/messages.ts';

/**
 * WEB-10: the tour in three steps: choose sections, see the page, find the settings. The choice is stored in
 * the browser and puts those sections first; it also becomes an interest of readers who are signed in or sign
 * up afterwards. Plain pages and forms.
 */
export const welcomePage = publicPage({
  method: 'GET',
  path: '/welcome',
  handler: async call => {
    const chosen = chosenSections(call);
    return {
      page: {
        title: t('tour.title'),
        body: html`<p class="kicker">${t('tour.step', { step: 1 })}</p>
<h1>${t('tour.title')}</h1>
<p class="lede">${t('tour.choose')}</p>
<form method="post" action="/welcome">
<fieldset class="picks"><legend class="visually-hidden">${t('tour.sections')}</legend>${(await call.context.topics.sections()).map(({ id, name }) => html`<label class="pick"><input type="checkbox" name="section" value="${id}"${chosen.includes(id) && html` checked`}><span>${topicName(name)}</span></label>`)}</fieldset>
<div class="actions"><button>${t('tour.next')}</button></div>
</form>`,
      },
    };
  },
});

export const welcomeAction = publicPage({
  method: 'POST',
  path: '/welcome',
  handler: async call => {
    const chosen = await existingSections(call, call.fields('section'));
    if (call.principal) await learnSections(call.context, call.principal.userId, chosen);
    return {
      redirect: '/?tour=2',
      cookies: [cookie(call, 'sections', chosen.join('.')), cookie(call, 'tour', 'begun')],
    };
  },
});

export const tourEndAction = publicPage({
  method: 'POST',
  path: '/welcome/done',
  handler: async call => ({ redirect: '/', cookies: [cookie(call, 'tour', 'done')] }),
});

/**
 * FEED-7: sections chosen before sign-up become interests of the new account. They are learned at the first
 * sign-in, not at sign-up, which must cost the same whether or not the address was free. An account created
 * by an identity provider reveals nothing, so it learns them at once.
 */
export async function learnChosenSections(call: PageCall, userId: string): Promise<void> {
  const chosen = chosenSections(call);
  if (chosen.length > 0) await learnSections(call.context, userId, await existingSections(call, chosen));
}

async function existingSections({ context }: PageCall, ids: readonly string[]): Promise<string[]> {
  const sections = await context.topics.sections();
  return sections.map(({ id }) => id).filter(id => ids.includes(id));
}

/** The strip on the front page: an invitation, or the current step. */
export function tourStrip(call: PageCall): Html | false {
  const step = call.query('tour');
  if (step === '2')
    return strip(2, t('tour.page'), html`<a class="button small" href="/?tour=3">${t('tour.next')}</a>`);
  if (step === '3')
    return strip(
      3,
      t('tour.settings', { settings: html`<a href="/settings">${t('nav.settings')}</a>` }),
      end('tour.done'),
    );
  if (read(call, 'tour') !== undefined) return false;
  return html`<aside class="tour" aria-label="${t('tour.label')}"><p>${t('tour.invite')}</p><div class="actions"><a class="button small" href="/welcome">${t('tour.begin')}</a>${end('tour.no')}</div></aside>
`;
}

function strip(step: number, text: Parameters<typeof html>[1], action: Html): Html {
  return html`<aside class="tour tour-${step}" aria-label="${t('tour.label')}"><p><strong>${t('tour.step', { step })}</strong> ${text}</p><div class="actions">${action}</div></aside>
`;
}

function end(words: 'tour.done' | 'tour.no'): Html {
  return html`<form method="post" action="/welcome/done"><button class="plain small">${t(words)}</button></form>`;
}

/** The sections that the reader chose. The cookie is untrusted: only existing sections are returned. */
export function chosenSections(call: PageCall): string[] {
  return (read(call, 'sections') ?? '').split('.').slice(0, 20);
}

function read({ context, request }: PageCall, name: string): string | undefined {
  const prefix = context.origin.startsWith('https:') ? '__Host-' : '';
  return readCookie(request.headers.cookie, `${prefix}${name}`);
}

function cookie({ context }: PageCall, name: string, value: string): string {
  return flowCookie(context.origin.startsWith('https:'), name, value, value === '' ? 0 : YEAR_SECONDS);
}

const YEAR_SECONDS = 365 * 86_400;
