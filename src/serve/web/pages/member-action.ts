import type { Principal } from '../../../model/principal.ts';
import type { Page } from '../page.ts';
import { memberPage, type PageAnswer, type PageCall, type PageRoute } from '../page-route.ts';
import { refusalOf } from '../refusal.ts';
import type { Outcome } from './outcome.ts';

/** A form action of a page; refusals are shown in the section of the form. */
export function memberAction(form: Form, run: Run): PageRoute {
  return memberPage(refusing(form, run));
}

export function refusing({ path, show, section, uploadBytes }: Form, run: Run): PageRoute<Principal> {
  return {
    method: 'POST',
    path,
    ...(uploadBytes === undefined ? {} : { uploadBytes }),
    handler: async call => {
      try {
        return await run(call);
      } catch (error) {
        const refused = { in: section, refusal: refusalOf(error) };
        return { page: await show(call, { refused }), status: 422 };
      }
    },
  };
}

export type Run = (call: PageCall<Principal>) => Promise<PageAnswer>;
export type Show = (call: PageCall<Principal>, outcome: Outcome) => Promise<Page>;

interface Form {
  readonly path: string;
  readonly show: Show;
  readonly section: string;
  readonly uploadBytes?: number;
}
