import type { ReaderSender } from '../../app/feeds/story-feedback.ts';
import type { Principal } from '../../model/principal.ts';
import { MAX_AGENT_LENGTH, type RequestSender } from '../../signals/accept/item-senders.ts';
import type { Call } from './route.ts';

/** Who sends the signals of a request. Synchronous for nearly all requests: most know the reader's country. */
export function signalSenderOf({
  context,
  principal,
  client,
  request,
}: SenderCall): RequestSender | Promise<RequestSender> {
  const userId = principal?.userId ?? null;
  const { address, userAgent } = client;
  const senderIn = (country: string): RequestSender => ({
    from: { address, userAgent: userAgent.slice(0, MAX_AGENT_LENGTH), country },
    userId,
    mayForward: principal !== null && isForwarder(principal),
  });
  const country = context.countryOf(request, userId);
  return country instanceof Promise ? country.then(senderIn) : senderIn(country);
}

export async function readerSenderOf(
  call: SenderCall & { readonly principal: Principal },
): Promise<ReaderSender> {
  return { ...(await signalSenderOf(call)), userId: call.principal.userId };
}

/** Sessions have every scope, but forwarding needs a token created for it. */
function isForwarder({ credential, roles }: Principal): boolean {
  return (
    credential.kind !== 'session' &&
    credential.scopes.includes('signals:forward') &&
    roles.includes('operator')
  );
}

export type SenderCall = Pick<Call, 'context' | 'principal' | 'client' | 'request'>;
