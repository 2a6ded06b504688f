import { exportAccount } from '../../../../accounts/privacy/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { LIMITS } from '../../../limits.ts';

export const getExport = defineRoute({
  method: 'GET',
  path: '/api/v1/account/export',
  operationId: 'exportAccount',
  summary: 'Export all your data as one archive',
  tag: 'Account',
  access: { scope: 'account:read' },
  limit: LIMITS.export,
  responses: {
    200: {
      description: 'A zip archive with a JSON file for each kind of data',
      contentType: 'application/zip',
    },
  },
  handler: async ({ context, principal, client }) => ({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="broadsheet-account.zip"',
    },
    body: await exportAccount(context, principal, client),
  }),
});
