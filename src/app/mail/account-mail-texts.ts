import type { AccountMailKind } from '../../accounts/index.ts';
import type { LocaleCode } from '../markup/locale.ts';

/** The texts of account mails, in the language of the page from which they were requested. */
export const ACCOUNT_MAIL_TEXTS: Readonly<Record<LocaleCode, AccountMailTexts>> = {
  en: {
    confirmation: {
      subject: 'Confirm your email address for {site}',
      text: 'This address was used for an account at {site}. Confirm that it is yours to get digests and alerts by email.',
      action: 'Confirm email address',
    },
    reset: {
      subject: 'Reset your password for {site}',
      text: 'A new password was requested for your account at {site}.',
      action: 'Choose a new password',
    },
    once: 'The link works once and only for a limited time.',
    notYou: 'If this wasn’t you, you can ignore this email.',
    stop: 'Stop all email to this address',
  },
  de: {
    confirmation: {
      subject: 'E-Mail-Adresse für {site} bestätigen',
      text: 'Mit dieser Adresse wurde ein Konto bei {site} angelegt. Bestätigen Sie, dass sie Ihnen gehört, um Digests und Benachrichtigungen per E-Mail zu erhalten.',
      action: 'E-Mail-Adresse bestätigen',
    },
    reset: {
      subject: 'Passwort für {site} zurücksetzen',
      text: 'Für Ihr Konto bei {site} wurde ein neues Passwort angefordert.',
      action: 'Neues Passwort wählen',
    },
    once: 'Der Link funktioniert nur einmal und nur für begrenzte Zeit.',
    notYou: 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    stop: 'Keine E-Mails mehr an diese Adresse',
  },
};

export type AccountMailTexts = Readonly<Record<AccountMailKind, AccountMailText>> & {
  readonly once: string;
  readonly notYou: string;
  readonly stop: string;
};

interface AccountMailText {
  readonly subject: string;
  readonly text: string;
  readonly action: string;
}
