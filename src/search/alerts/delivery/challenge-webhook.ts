import { isSuccess, postWebhook, type WebhookRequestDeps, type WebhookResponse } from './webhook-request.ts';
import type { WebhookTarget } from './webhook-state.ts';

/** Whether the address returned its challenge: its owner wants to get our requests. Holds no text that a reader entered. */
export async function challengeWebhook(deps: WebhookRequestDeps, target: WebhookTarget): Promise<boolean> {
  const { id, webhookUrl, webhookChallenge } = target;
  const challenge = deps.keys.sign('webhook-challenge', `${id} ${webhookChallenge} ${webhookUrl}`);
  const response = await postWebhook(deps, target, { type: 'challenge', challenge });
  return response !== null && isSuccess(response) && isEchoed(response, challenge);
}

/**
 * Either the challenge alone or JSON with nothing else. A service that returns every request as it came has not understood
 * it, so it does not count.
 */
function isEchoed({ body }: WebhookResponse, challenge: string): boolean {
  const text = new TextDecoder().decode(body).trim();
  return text === challenge || JSON_ECHO.exec(text)?.[1] === challenge;
}

const JSON_ECHO = /^\{\s*"challenge"\s*:\s*"([\w-]+)"\s*\}$/;
