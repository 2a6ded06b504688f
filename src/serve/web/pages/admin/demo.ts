import { byPerson } from '../../../../app/admin/record.ts';
import { removeDemoEdition } from '../../../../app/demo.ts';
import { adminPage } from './frame.ts';

/** The button in the notice above every page while the demo edition is there. */
export const removeDemoAction = adminPage({
  method: 'POST',
  path: '/admin/demo/remove',
  handler: async ({ context, principal, client }) => {
    await removeDemoEdition(context, byPerson(principal, client));
    return { redirect: '/' };
  },
});
