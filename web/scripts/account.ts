/** Passkeys on the pages for accounts. Without a script, or without passkeys in the browser, nothing of it shows. */
import { ApiError, createClient } from '../../src/client/index.ts';

const client = createClient({ baseUrl: '' });
const status = document.querySelector<HTMLElement>('[data-passkey-status]');

if ('PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential) {
  for (const hidden of document.querySelectorAll<HTMLElement>(
    '[data-passkey][hidden], [data-passkey-form][hidden]',
  )) {
    hidden.hidden = false;
  }
  for (const excuse of document.querySelectorAll<HTMLElement>('[data-no-passkeys]')) excuse.hidden = true;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.addEventListener('click', () => void run(button));
  }
}

async function run(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  tell('');
  try {
    await ACTIONS[button.dataset['passkey'] ?? '']?.();
    location.assign(button.dataset['returnTo'] ?? '/account?done=passkey');
  } catch (error) {
    await explain(error);
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

async function explain(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.problem?.code === 'fresh-sign-in-required')
    return location.assign('/account/prove');
  if (!(error instanceof ApiError || error instanceof DOMException)) throw error;
  const reason = error instanceof ApiError ? error.problem?.code : error.name;
  tell(status?.dataset[WORDS[reason ?? ''] ?? 'failed'] ?? '');
}

/** The page brings the words along, in its language. */
const WORDS: Readonly<Record<string, string>> = {
  'invalid-credentials': 'unknown',
  // Said by browsers both for a person's "no" and for a time that ran out.
  NotAllowedError: 'unused',
  InvalidStateError: 'already',
  conflict: 'already',
};

function tell(text: string): void {
  if (status) status.textContent = text;
}
