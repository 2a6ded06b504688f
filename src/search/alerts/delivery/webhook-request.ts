import type { Clock } from '../../../lib/clock.ts';
import type { Keys } from '../../../lib/keys.ts';
import { OutboundFailure } from '../../../platform/outbound/failure.ts';
import type { Outbound } from '../../../platform/outbound/port.ts';
import type { Telemetry } from '../../../platform/telemetry/port.ts';
import { signatureOf, webhookSecret } from './webhook-signature.ts';
import type { WebhookTarget } from './webhook-state.ts';

/** Posts signed JSON to the address of a webhook. Null when it did not answer, for whatever reason: the log has it. */
export async function postWebhook(
  { outbound, keys, clock, telemetry }: WebhookRequestDeps,
  { id, webhookUrl: url, webhookKey }: WebhookTarget,
  content: unknown,
): Promise<WebhookResponse | null> {
  const body = JSON.stringify(content);
  const secret = webhookSecret(keys, id, webhookKey);
  try {
    const response = await outbound.request({
      url,
      purpose: 'a webhook of a saved search',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'broadsheet-signature': signatureOf(secret, body, clock.now()),
      },
      body,
      redirect: 'return',
      limits: { totalMs: TIMEOUT_MS, decodedBytes: 65_536, wireBytes: 65_536 },
    });
    return { status: response.status, body: response.body };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    telemetry.log.debug('alert.webhook_unreachable', { search: id, error });
    return null;
  }
}

export function isSuccess({ status }: WebhookResponse): boolean {
  return status >= 200 && status < 300;
}

const TIMEOUT_MS = 10_000;

export interface WebhookResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

export interface WebhookRequestDeps {
  readonly outbound: Outbound;
  readonly keys: Keys;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
}
