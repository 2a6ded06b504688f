import { actingPerson } from '../../../../app/admin/audited.ts';
import { removeDemoEdition } from '../../../../app/demo/demo-edition.ts';
import { adminPage } from './frame.ts';

/** The button in the notice on every page of the demo edition. */
export const removeDemoAction = adminPage({
  method: 'POST',
  path: '/admin/demo/remove',
  handler: async ({ context, principal, client }) => {
    await removeDemoEdition(context, actingPerson(principal, client));
    return { redirect: '/' };
  },
});
