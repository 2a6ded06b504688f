import { operatorsToMail } from '../../accounts/index.ts';
import {
  markReported,
  problemsToReport,
  type ReportedProblem,
} from '../../ingest/sources/problem-notices.ts';
import type { ProblemKind } from '../../ingest/sources/problems.ts';
import type { Mail, MailMessage } from '../../platform/mail/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { type MailRecipient, type NewsMailDeps, sendNewsMail } from '../mail/send-mail.ts';
import { html } from '../markup/html.ts';

/**
 * SRC-8: mails operators the sources that need attention, each problem once, in one mail a day at most. Without a mail server
 * the inbox and its number in the navigation are all there is. A mail that no operator got is sent the next day.
 */
export async function mailSourceProblems(deps: ProblemMailDeps): Promise<number> {
  const { database, clock, mail } = deps;
  if (mail === null) return 0;
  const now = new Date(clock.now());
  const problems = await problemsToReport(database, { now, limit: MAX_PROBLEMS });
  if (problems.length === 0) return 0;
  let sent = 0;
  for (const operator of await operatorsToMail(database))
    if (await sendTo({ ...deps, mail }, operator, problems)) sent++;
  if (sent > 0) await markReported(database, problems, now);
  return sent;
}

async function sendTo(
  deps: ProblemMailDeps & { readonly mail: Mail },
  operator: MailRecipient,
  problems: readonly ReportedProblem[],
): Promise<boolean> {
  try {
    const outcome = await sendNewsMail(deps, operator, stopUrl => messageOf(deps, problems, stopUrl));
    return outcome === 'sent';
  } catch (error) {
    deps.telemetry.log.warn('sources.problem_mail_failed', { error });
    return false;
  }
}

/** The subject has no text of publishers. */
function messageOf(
  { origin, siteName }: ProblemMailDeps,
  problems: readonly ReportedProblem[],
  stopUrl: string,
): Omit<MailMessage, 'to'> {
  const inbox = `${origin}/admin/sources/problems`;
  const title =
    problems.length === 1 ? 'A source needs attention' : `${problems.length} sources need attention`;
  const lines = problems.map(({ name, kind, sourceId }) =>
    [`${name}: ${DESCRIPTIONS[kind]}`, `${origin}/admin/sources/${sourceId}`, ''].join('\n'),
  );
  const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1>${title}</h1>
<ul>${problems.map(({ name, kind, sourceId }) => html`<li><a href="${origin}/admin/sources/${sourceId}" dir="auto">${name}</a>: ${DESCRIPTIONS[kind]}</li>`)}</ul>
<p><a href="${inbox}">All problems and remedies</a> · <a href="${stopUrl}">Stop all email</a></p></body></html>`;
  return {
    subject: `${title} · ${siteName}`,
    text: `${title}\n\n${lines.join('\n')}\nAll problems and remedies: ${inbox}\nStop all email: ${stopUrl}\n`,
    html: String(body),
    unsubscribe: stopUrl,
  };
}

const DESCRIPTIONS: Readonly<Record<ProblemKind, string>> = {
  broken: 'cannot be fetched',
  quiet: 'has published nothing for unusually long',
  moved: 'has moved to a new address',
  gone: 'no longer exists',
  login: 'requires a sign-in',
  empty: 'has no articles',
  certificate: 'has an invalid certificate',
  'not-a-feed': 'is no longer a feed',
};

const MAX_PROBLEMS = 100;

export interface ProblemMailDeps extends NewsMailDeps {
  readonly telemetry: Pick<Telemetry, 'log'>;
  readonly siteName: string;
}
