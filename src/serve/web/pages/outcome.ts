import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { PageCall } from '../page-route.ts';
import type { Refusal } from '../refusal.ts';
import { notice, refused } from './parts.ts';

/** The result of a submitted form, and the section that shows it. */
export interface Outcome {
  readonly done?: Done | undefined;
  readonly refused?: { readonly in: string; readonly refusal: Refusal } | undefined;
}

export interface Done {
  readonly in: string;
  readonly text: HtmlValue;
}

/**
 * The result that the address names. It is untrusted: a Map has no inherited keys, and a count must be a
 * number.
 */
export function doneBy({ query }: Pick<PageCall, 'query'>, words: DoneWords): Done | undefined {
  const word = words.get(query('done') ?? '');
  if (!word) return undefined;
  const count = query('n') ?? '';
  return { in: word[0], text: word[1](/^\d{1,12}$/.test(count) ? Number(count) : 0) };
}

export type DoneWords = ReadonlyMap<string, DoneWord>;
export type DoneWord = readonly [section: string, text: (count: number) => HtmlValue];

/** A section with its heading and the results of its forms. */
export function section(outcome: Outcome, id: string, title: HtmlValue, body: Html): Html {
  const done = outcome.done?.in === id ? outcome.done.text : undefined;
  return html`<section class="flow panel" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${notice(done)}${refused(refusalIn(outcome, id))}
${body}</section>
`;
}

export function refusalIn({ refused: refusal }: Outcome, id: string): Refusal | undefined {
  return refusal?.in === id ? refusal.refusal : undefined;
}
