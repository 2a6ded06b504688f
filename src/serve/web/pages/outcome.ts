import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { PageCall } from '../page-route.ts';
import type { Refusal } from '../refusal.ts';
import { notice, refused } from './parts.ts';

/** What came of a form that was sent, and in which part of the page it belongs. */
export interface Outcome {
  readonly done?: Done | undefined;
  readonly refused?: { readonly in: string; readonly refusal: Refusal } | undefined;
}

export interface Done {
  readonly in: string;
  readonly text: HtmlValue;
}

/** What the address says was done. The words come from outside, so a Map is asked, and a count has to be one. */
export function doneBy({ query }: Pick<PageCall, 'query'>, words: DoneWords): Done | undefined {
  const said = words.get(query('done') ?? '');
  if (!said) return undefined;
  const count = query('n') ?? '';
  return { in: said[0], text: said[1](/^\d{1,12}$/.test(count) ? Number(count) : 0) };
}

export type DoneWords = ReadonlyMap<string, DoneWord>;
export type DoneWord = readonly [section: string, text: (count: number) => HtmlValue];

/** A part of the page with its heading; what came of its forms is said in it. */
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
