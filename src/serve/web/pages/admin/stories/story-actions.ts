import { actingPerson } from '../../../../../app/admin/audited.ts';
import { editStory, mergeStories, moveArticle, splitStory } from '../../../../../app/admin/stories.ts';
import { invalidInput, Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { storyIn } from './parts.ts';
import { idOfStory, showStory } from './story.ts';

export const STORY_ACTIONS: readonly PageRoute[] = [
  switching('pin', { pinned: true }),
  switching('unpin', { pinned: false }),
  switching('hide', { hidden: true }),
  switching('unhide', { hidden: false }),
  adminAction('/admin/stories/{id}/headline', showStory, 'show', async call => {
    const { context, principal, client, field } = call;
    const headline = field('headline').trim();
    if (headline.length > 300) throw invalidInput('/headline', reason('max-length', { max: 300 }));
    const by = actingPerson(principal, client);
    const { id } = await editStory(context, by, idOfStory(call), {
      headline: headline === '' ? null : headline,
    });
    return { redirect: `/admin/stories/${id}?done=headline#show` };
  }),
  adminAction('/admin/stories/{id}/merge', showStory, 'merge', async call => {
    const { context, principal, client, field } = call;
    const other = storyIn(field('story').trim() === '' ? field('near') : field('story'), '/story');
    const ordered = await mergeStories(context, actingPerson(principal, client), idOfStory(call), other);
    if (ordered.kind === 'done') return { redirect: `/admin/stories/${ordered.story.id}?done=merge#merge` };
    return { redirect: `/admin/stories/${idOfStory(call)}?done=merge-waiting#merge` };
  }),
  adminAction('/admin/stories/{id}/split', showStory, 'articles', async call => {
    const { context, principal, client } = call;
    const by = actingPerson(principal, client);
    const ordered = await splitStory(context, by, idOfStory(call), tickedIn(call));
    if (ordered.kind === 'done')
      return { redirect: `/admin/stories/${ordered.story.id}?done=split#articles` };
    return { redirect: `/admin/stories/${idOfStory(call)}?done=articles-waiting#articles` };
  }),
  adminAction('/admin/stories/{id}/move', showStory, 'articles', async call => {
    const { context, principal, client, field } = call;
    const ticked = tickedIn(call);
    const to = storyIn(field('to'), '/to');
    if (ticked.length > MAX_MOVED)
      throw new Problem('validation-failed', reason('too-many-articles-moved', { max: MAX_MOVED }));
    for (const article of ticked) {
      const ordered = await moveArticle(context, actingPerson(principal, client), article, to);
      // The rest would time out too.
      if (ordered.kind === 'waiting')
        return { redirect: `/admin/stories/${idOfStory(call)}?done=articles-waiting#articles` };
    }
    return { redirect: `/admin/stories/${to}?done=move&n=${ticked.length}#articles` };
  }),
];

function switching(word: string, change: { pinned?: boolean; hidden?: boolean }): PageRoute {
  return adminAction(`/admin/stories/{id}/${word}`, showStory, 'show', async call => {
    const { context, principal, client } = call;
    const { id } = await editStory(context, actingPerson(principal, client), idOfStory(call), change);
    return { redirect: `/admin/stories/${id}?done=${word}#show` };
  });
}

function tickedIn({ fields }: PageCall<Principal>): string[] {
  const ticked = [...new Set(fields('article'))].filter(isUuid);
  if (ticked.length === 0) throw new Problem('validation-failed', reason('articles-required'));
  return ticked;
}

const MAX_MOVED = 20;
