import { actingPerson } from '../../../../../app/admin/audited.ts';
import { importList } from '../../../../../app/admin/sources.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import {
  entriesOf,
  findStarterPack,
  listStarterPacks,
  type StarterPackFile,
} from '../../../../../ingest/sources/starter-packs.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../page.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { nameOf, t } from '../../../texts/messages.ts';
import { adminAction, adminPage, type Outcome } from '../frame.ts';
import { actionButton, section } from '../parts.ts';
import { sourcesFrame } from './parts.ts';

/** SRC-3: starter packs by country and topic. */
export const packsPage = adminPage({
  method: 'GET',
  path: '/admin/sources/packs',
  handler: async call => ({ page: await showPacks(call, {}) }),
});

export const packAction: PageRoute = adminAction(
  '/admin/sources/packs/{pack}',
  showPacks,
  'packs',
  async call => {
    const { context, principal, client, param } = call;
    const pack = await findStarterPack(param('pack'));
    const { added } = await importList(context, actingPerson(principal, client), entriesOf(pack), {
      name: pack.id,
    });
    return { redirect: `/admin/sources?done=pack&n=${added}#sources` };
  },
);

async function showPacks(_: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const packs = await listStarterPacks();
  const [topics, countries] = [
    packs.filter(({ topic }) => topic !== null),
    packs.filter(({ topic }) => topic === null),
  ];
  return sourcesFrame({
    title: t('sources.packs'),
    at: '/admin/sources/packs',
    lede: t('sources.packsLede'),
    body: html`${section(outcome, 'packs', t('sources.byCountry'), html`<ul class="items">${countries.map(item)}</ul>`)}
${section({}, 'topics', t('sources.byTopic'), html`<ul class="items">${topics.map(item)}</ul>`)}`,
  });
}

function item({ id, title, language, feeds }: StarterPackFile): Html {
  return html`<li class="item"><div><strong>${title}</strong><p class="meta">${t('sources.feeds', { count: feeds.length })} · ${nameOf('language', language)}</p>
<details><summary>${t('sources.inPack')}<span class="visually-hidden">: ${title}</span></summary><ul>${feeds.map(({ name, url }) => html`<li>${name} <span class="meta">${URL.canParse(url) ? new URL(url).host : url}</span></li>`)}</ul></details></div>
${actionButton({ action: `/admin/sources/packs/${id}`, text: t('sources.addAll'), of: t('sources.ofPack', { title }) })}</li>`;
}
