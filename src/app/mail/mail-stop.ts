import { type ClientInfo, setMailStop, setMailStopByLink } from '../../accounts/index.ts';
import type { Principal } from '../../model/principal.ts';
import { clearWaitingMails } from '../../search/alerts/delivery/due-mails.ts';
import type { AppContext } from '../context.ts';

/** AUTH-8: stops all mail to a reader, or allows it again. Matches that waited in between are not mailed. */
export async function changeMailStop(
  context: AppContext,
  principal: Principal,
  change: { readonly isStopped: boolean; readonly client: ClientInfo },
): Promise<void> {
  await setMailStop(context, principal, change);
  if (!change.isStopped) await clearWaitingMails(context.database, principal.userId);
}

export async function changeMailStopByLink(
  context: AppContext,
  link: Parameters<typeof setMailStopByLink>[1],
): Promise<void> {
  const userId = await setMailStopByLink(context, link);
  if (userId !== null && !link.isStopped) await clearWaitingMails(context.database, userId);
}
