import { startFeed } from '../../../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import { t } from '../../../texts/messages.ts';
import { memberAction } from '../../member-action.ts';
import { showFeedSettings } from './page.ts';

/** FEED-7: whoever comes from another reader brings their list along; what is a source here is followed. */
export function listPart(): Html {
  return html`<p>${t('feeds.listText')}</p>
<form class="inline" method="post" action="/account/feeds/list#list" enctype="multipart/form-data"><div class="field"><label for="opml">${t('feeds.file')}</label><input id="opml" name="opml" type="file" accept=".opml,.xml,text/xml,text/x-opml" required></div><button class="plain">${t('feeds.bring')}</button></form>`;
}

export const bringListAction = memberAction(
  { path: '/account/feeds/list', show: showFeedSettings, section: 'list', uploadBytes: 1_100_000 },
  async ({ context, principal, file }) => {
    const sent = file('opml');
    if (!sent) throw new Problem('validation-failed');
    const opml = new TextDecoder().decode(sent.content);
    const { sources } = await startFeed(context, principal.userId, { opml });
    return { redirect: `/account/feeds?done=list&n=${sources}#list` };
  },
);
