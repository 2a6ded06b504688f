import { type Html, html } from '../../../../../app/markup/html.ts';
import { invalidInput } from '../../../../../errors.ts';
import { reason } from '../../../../../reasons.ts';
import type { Story } from '../../../../../stories/queries/index.ts';
import { t } from '../../../texts/messages.ts';

/** The id in a pasted address, or the id itself. */
export function idIn(typed: string): string | null {
  return ID.exec(typed.toLowerCase())?.[0] ?? null;
}

export function storyIn(typed: string, at: string): string {
  const id = idIn(typed);
  if (id === null) throw invalidInput(at, reason('story-address-required'));
  return id;
}

export function storyBadges({
  isHidden,
  pinnedAt,
  editorHeadline,
  breakingSince,
  breakingUntil,
}: Story): Html {
  return html`${isHidden && html`<span class="badge bad">${t('stories.is.hidden')}</span> `}${pinnedAt && html`<span class="badge">${t('stories.is.pinned')}</span> `}${breakingSince && breakingUntil === null && html`<span class="badge bad">${t('stories.is.breaking')}</span> `}${editorHeadline !== null && html`<span class="badge">${t('stories.is.ownHeadline')}</span>`}`;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
