import Type from 'typebox';
import { findUser, mailStoppedAt, requestConfirmation } from '../../../../accounts/index.ts';
import { changeMailStop } from '../../../../app/mail/mail-stop.ts';
import { Problem } from '../../../../errors.ts';
import { defineRoute } from '../../../http/route.ts';
import { LIMITS } from '../../../limits.ts';
import { Moment, object, orNull } from '../../schemas.ts';

const MailSchema = object(
  {
    emailConfirmedAt: orNull(Moment),
    stoppedAt: orNull(Type.String({ format: 'date-time', description: 'When all mail to you was stopped.' })),
  },
  { title: 'AccountMail' },
);

export const getMail = defineRoute({
  method: 'GET',
  path: '/api/v1/account/mail',
  operationId: 'getAccountMail',
  summary: 'Whether your address is confirmed and gets mail',
  tag: 'Account',
  access: { scope: 'account:read' },
  cache: 'private',
  responses: { 200: { description: 'The state of your address', schema: MailSchema } },
  handler: async ({ context, principal: { userId } }) => {
    const [user, stoppedAt] = await Promise.all([
      findUser(context.database, userId),
      mailStoppedAt(context.database, userId),
    ]);
    if (!user) throw new Problem('not-found');
    return {
      status: 200,
      body: {
        emailConfirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
        stoppedAt: stoppedAt?.toISOString() ?? null,
      },
    };
  },
});

export const putMail = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/mail',
  operationId: 'changeAccountMail',
  summary: 'Stop all mail to your confirmed address, or allow it again',
  tag: 'Account',
  access: { scope: 'account:write' },
  body: object({ isStopped: Type.Boolean() }),
  responses: { 204: { description: 'Changed' } },
  problems: ['conflict'],
  handler: async ({ context, principal, body, client }) => {
    await changeMailStop(context, principal, { ...body, client });
    return { status: 204 };
  },
});

export const postConfirmation = defineRoute({
  method: 'POST',
  path: '/api/v1/account/email/confirmation',
  operationId: 'requestEmailConfirmation',
  summary: 'Send the link that confirms your email address again',
  description:
    'A few times a day. `conflict` when the address is confirmed, mail was stopped or there is no mail server.',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.confirmation,
  responses: { 202: { description: 'Accepted' } },
  problems: ['conflict'],
  handler: async ({ context, principal, client }) => {
    await requestConfirmation(context, principal, client);
    return { status: 202 };
  },
});
