/** Passkeys on the account pages. Hidden without scripts or without passkey support in the browser. */
import { ApiError, createClient } from '../../src/client/index.ts';

const client = createClient({ baseUrl: '' });
const status = document.querySelector<HTMLElement>('[data-passkey-status]');

if ('PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential) {
  for (const hidden of document.querySelectorAll<HTMLElement>(
    '[data-passkey][hidden], [data-passkey-form][hidden]',
  )) {
    hidden.hidden = false;
  }
  for (const hint of document.querySelectorAll<HTMLElement>('[data-no-passkeys]')) hint.hidden = true;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.addEventListener('click', () => void run(button));
  }
}

async function run(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  showStatus('');
  try {
    await ACTIONS[button.dataset['passkey'] ?? '']?.();
    location.assign(button.dataset['returnTo'] ?? '/account?done=passkey');
  } catch (error) {
    await showError(error);
  } finally {
    button.disabled = false;
  }
}

const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  'sign-in': async () => {
    const { challengeId, options } = await client.beginPasskeySignIn();
    return client.signInWithPasskey({ body: { challengeId, response: await assertion(options) } });
  },
  prove: async () => {
    const { challengeId, options } = await client.beginPasskeyProof();
    return client.proveWithPasskey({ body: { challengeId, response: await assertion(options) } });
  },
  register: async () => {
    const { challengeId, options } = await client.beginPasskeyRegistration();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    const { id, rawId, response } = (
      await made(navigator.credentials.create({ publicKey }))
    ).toJSON() as RegistrationResponseJSON;
    const { clientDataJSON, attestationObject, transports } = response;
    const field = document.querySelector<HTMLInputElement>('#passkey-name');
    const name = field?.value.trim() || (field?.defaultValue ?? '');
    return client.addPasskey({
      body: {
        challengeId,
        name,
        response: {
          id,
          rawId,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, transports },
        },
      },
    });
  },
};

async function assertion(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const { id, rawId, response } = (
    await made(navigator.credentials.get({ publicKey }))
  ).toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}

async function made(credential: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await credential;
  if (answer instanceof PublicKeyCredential) return answer;
  throw new DOMException('No passkey was chosen', 'NotAllowedError');
}

async function showError(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.problem?.code === 'fresh-sign-in-required')
    return location.assign('/account/prove');
  if (!(error instanceof ApiError || error instanceof DOMException)) throw error;
  const reason = error instanceof ApiError ? error.problem?.code : error.name;
  showStatus(status?.dataset[TEXTS[reason ?? ''] ?? 'failed'] ?? '');
}

/** Errors by the name of their text, which is a data attribute of the page. */
const TEXTS: Readonly<Record<string, string>> = {
  'invalid-credentials': 'unknown',
  // Browsers report it both for a cancellation and for a timeout.
  NotAllowedError: 'unused',
  InvalidStateError: 'already',
  conflict: 'already',
};

function showStatus(text: string): void {
  if (status) status.textContent = text;
}
