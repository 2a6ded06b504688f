import { chooseStance } from '../../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import { commandInterest, SUBJECTS } from '../../../../app/signals/interest-commands.ts';
import { Problem } from '../../../../errors.ts';
import type { Taste } from '../../../../feeds/ranking/taste.ts';
import { localPath } from '../../../../lib/local-path.ts';
import { memberPage, type PageCall } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';

/**
 * FEED-14: the buttons on the page of a topic, entity or source to follow or mute it, or to prefer or block a
 * source. The current stance is shown as pressed; pressing it again removes it.
 */
export async function stanceButtons(call: PageCall, on: StanceSubject): Promise<Html | false> {
  const { context, principal, request } = call;
  if (!principal) return false;
  const current = currentStance(await context.feeds.tastes.of(principal.userId), on);
  const offered = on.kind === 'source' ? SOURCE_STANCES : STANCES;
  return html`<form class="buttons stances" method="post" action="/stances"><input type="hidden" name="on" value="${on.kind}"><input type="hidden" name="id" value="${on.id}"><input type="hidden" name="back" value="${request.url}">${offered.map(stance => html`<button class="plain small" name="stance" value="${stance === current ? `no-${stance}` : stance}" aria-pressed="${String(stance === current)}">${t(`stance.${stance}`)}</button>`)}</form>`;
}

export const stanceAction = memberPage({
  method: 'POST',
  path: '/stances',
  handler: async ({ context, principal, field }) => {
    const on = SUBJECTS.find(each => each === field('on'));
    const [, no, stance] = /^(no-)?(follow|prefer|block|mute)$/.exec(field('stance')) ?? [];
    if (!on || stance === undefined) throw new Problem('validation-failed');
    const id = field('id').slice(0, 200);
    if (stance === 'mute')
      await commandInterest(context, principal.userId, {
        command: no === undefined ? 'mute' : 'unmute',
        on,
        id,
      });
    else
      await chooseStance(context, principal.userId, {
        subject: on,
        id,
        stance: no === undefined ? (stance as 'follow' | 'prefer' | 'block') : null,
      });
    return { redirect: localPath(field('back')) };
  },
});

function currentStance(
  { followed, muted, preferredSources, blockedSources }: Taste,
  on: StanceSubject,
): Stance | null {
  if (on.kind === 'topic') return stanceOf(on.dimension, followed.topics, muted.topics);
  if (on.kind === 'entity') return stanceOf(on.id, followed.entities, muted.entities);
  if (blockedSources.has(on.id)) return 'block';
  return preferredSources.has(on.id) ? 'prefer' : stanceOf(on.id, followed.sources, muted.sources);
}

function stanceOf<T>(subject: T, followed: ReadonlySet<T>, muted: ReadonlySet<T>): 'follow' | 'mute' | null {
  if (muted.has(subject)) return 'mute';
  return followed.has(subject) ? 'follow' : null;
}

const STANCES = ['follow', 'mute'] as const;
const SOURCE_STANCES = ['follow', 'prefer', 'block'] as const;
type Stance = 'follow' | 'prefer' | 'block' | 'mute';

type StanceSubject =
  | { readonly kind: 'topic'; readonly id: string; readonly dimension: number }
  | { readonly kind: 'entity' | 'source'; readonly id: string };
