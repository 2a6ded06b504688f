import { Problem } from '../../../errors.ts';
import { lastDigest } from '../../../feeds/digests/stored.ts';
import { changeSettings } from '../../../feeds/readers/preferences.ts';
import { isUuid } from '../../../lib/ids.ts';
import { storiesByIds } from '../../../stories/read/index.ts';
import { changeReader } from '../../feeds/reader-changes.ts';
import { html } from '../html.ts';
import { memberPage, type PageCall, publicPage } from '../page-route.ts';
import { storyList } from './story-parts.ts';

/** FEED-11: the last digest as a page. */
export const digestPage = memberPage({
  method: 'GET',
  path: '/digest',
  cache: 'private',
  handler: async ({ context, principal }) => {
    const digest = await lastDigest(context.database, principal.userId);
    const stories = digest ? await storiesByIds(context.database, digest.storyIds) : [];
    return {
      page: {
        title: 'Your digest',
        shape: 'wide',
        body: html`<h1>Your digest</h1>
${
  digest
    ? html`<p class="meta">Put together on ${digest.day}</p>${storyList(context, stories)}`
    : html`<p class="lede">There is none yet. Who wants one by day or by week has it here after the next morning.</p>`
}`,
      },
    };
  },
});

/** Where the link in the mail leads. The address is signed, so nobody has to sign in to be left alone. */
export const stopDigestPage = publicPage({
  method: 'GET',
  path: '/digest/stop',
  handler: async call => {
    const userId = signedReader(call, name => call.query(name) ?? '');
    return {
      page: {
        title: 'No more digests',
        shape: 'form',
        body: html`<h1>No more digests</h1>
<form method="post" action="/digest/stop"><input type="hidden" name="of" value="${userId}"><input type="hidden" name="sign" value="${call.query('sign') ?? ''}"><button type="submit">Send me no more</button></form>`,
      },
    };
  },
});

export const stopDigestAction = publicPage({
  method: 'POST',
  path: '/digest/stop',
  handler: async call => {
    const { context } = call;
    const userId = signedReader(call, name => call.field(name));
    const now = new Date(context.clock.now());
    await changeReader(context, userId, tx => changeSettings(tx, userId, { digest: 'none' }, now));
    return {
      page: {
        title: 'No more digests',
        shape: 'form',
        body: html`<h1>No more digests</h1><p class="lede">None will come.</p>`,
      },
    };
  },
});

function signedReader({ context }: PageCall, read: (name: string) => string): string {
  const userId = read('of');
  if (!isUuid(userId) || !context.keys.verify('digest', userId, read('sign'))) throw new Problem('link-used');
  return userId;
}
