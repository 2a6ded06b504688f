import { hasRecentProof, signOut } from '../../../accounts/index.ts';
import { beginSecondFactor, type SecondFactorStart } from '../../../accounts/second-factor/index.ts';
import { passSecondFactor, turnOnSecondFactor } from '../../../app/accounts/second-factor.ts';
import { html } from '../../../app/markup/html.ts';
import { localPath } from '../../../lib/local-path.ts';
import type { Principal } from '../../../model/principal.ts';
import { endOfSession } from '../../http/session.ts';
import type { Page } from '../page.ts';
import { type PageAnswer, type PageCall, type PageRoute, publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { refused } from './parts.ts';
import { codeField, enrolment, recoveryCodes } from './second-factor-parts.ts';

/** AUTH-1: the second step of a sign-in: a code, or setting up the second factor that a role requires. */
export const SECOND_FACTOR_PAGES: readonly PageRoute[] = [
  publicPage({
    method: 'GET',
    path: '/sign-in/second-factor',
    beforeSecondFactor: true,
    handler: call => step(call, call.query('returnTo'), showStep),
  }),
  publicPage({
    method: 'POST',
    path: '/sign-in/second-factor',
    beforeSecondFactor: true,
    handler: call => step(call, call.field('returnTo'), takeStep),
  }),
];

export function secondFactorPath(target: string): string {
  return `/sign-in/second-factor?returnTo=${encodeURIComponent(target)}`;
}

/** Only for sessions that wait for it. */
async function step(call: PageCall, returnTo: string | undefined, run: RunStep): Promise<PageAnswer> {
  const { context, principal, client } = call;
  const target = localPath(returnTo);
  if (!principal) return { redirect: `/sign-in?returnTo=${encodeURIComponent(target)}` };
  const awaits = principal.credential.kind === 'session' ? principal.credential.awaits : undefined;
  if (!awaits) return { redirect: target };
  // A stolen cookie must not set up the thief's app: that needs a sign-in just now.
  if (awaits === 'enrolment' && !hasRecentProof(context, principal)) {
    await signOut(context, principal, client);
    return { redirect: `/sign-in?returnTo=${encodeURIComponent(target)}`, ...endOfSession(context) };
  }
  return run({ ...call, principal }, awaits, target);
}

async function showStep(
  call: PageCall<Principal>,
  awaits: AwaitedStep,
  target: string,
  refusal?: Refusal,
): Promise<PageAnswer> {
  if (awaits === 'code') return { page: codePage(target, refusal) };
  const start = await beginSecondFactor(call.context, call.principal);
  return { page: enrolmentPage(start, target, refusal) };
}

async function takeStep(call: PageCall<Principal>, awaits: AwaitedStep, target: string): Promise<PageAnswer> {
  const { context, principal, client } = call;
  const entered = { code: call.field('code'), client };
  try {
    if (awaits === 'code') {
      await passSecondFactor(context, principal, entered);
      return { redirect: target };
    }
    return { page: codesPage(await turnOnSecondFactor(context, principal, entered), target) };
  } catch (error) {
    const answer = await showStep(call, awaits, target, refusalOf(error, WRONG));
    return 'page' in answer ? { ...answer, status: 422 } : answer;
  }
}

function codePage(target: string, refusal: Refusal | undefined): Page {
  return {
    title: t('secondFactor.title'),
    shape: 'form',
    body: html`<h1>${t('secondFactor.title')}</h1>
<p>${t('secondFactor.text')}</p>
${refused(refusal)}
<form method="post" action="/sign-in/second-factor">
<input type="hidden" name="returnTo" value="${target}">
${codeField(t('secondFactor.codeOrRecovery'))}
<button>${t('prove.continue')}</button>
</form>
<p class="meta">${t('secondFactor.lost')}</p>
${signOutForm()}`,
  };
}

function enrolmentPage(start: SecondFactorStart, target: string, refusal: Refusal | undefined): Page {
  return {
    title: t('secondFactor.setUpTitle'),
    shape: 'form',
    body: html`<h1>${t('secondFactor.setUpTitle')}</h1>
<p>${t('secondFactor.required')}</p>
${refused(refusal)}
${enrolment(start)}
<form method="post" action="/sign-in/second-factor">
<input type="hidden" name="returnTo" value="${target}">
${codeField()}
<button>${t('secondFactor.turnOn')}</button>
</form>
${signOutForm()}`,
  };
}

function codesPage(codes: readonly string[], target: string): Page {
  return {
    title: t('secondFactor.codes'),
    shape: 'form',
    body: html`<h1>${t('secondFactor.isOn')}</h1>
${recoveryCodes(codes)}
<div class="actions"><a class="button" href="${target}">${t('prove.continue')}</a></div>`,
  };
}

function signOutForm() {
  return html`<form method="post" action="/sign-out"><button class="plain">${t('account.signOut')}</button></form>`;
}

const WRONG = { 'invalid-credentials': t('secondFactor.wrong') };

type AwaitedStep = 'code' | 'enrolment';
type RunStep = (call: PageCall<Principal>, awaits: AwaitedStep, target: string) => Promise<PageAnswer>;
