import type { Scope } from '../../../../model/principal.ts';

/** The German texts of `SCOPES`. */
export const SCOPES_DE: Readonly<Record<Scope, string>> = {
  'account:read': 'Ihr Konto lesen, mit Sitzungen, Passkeys und Tokens',
  'account:write': 'Ihr Konto ändern',
  'admin:read': 'Konten, Audit-Protokoll, Aufgaben und Ereignislog lesen (Betreiber)',
  'admin:write': 'Konten und Rollen, Aufgaben und Ereignislog ändern (Betreiber)',
  'publish:write': 'Artikel bei Quellen einreichen, für die Sie freigeschaltet sind',
  'queues:manage': 'Warteschlangen ansehen, konfigurieren, leeren und erneut zustellen (Betreiber)',
  'queues:use': 'Nachrichten senden, empfangen und bestätigen (Betreiber)',
  'reading:read': 'Sehen, welche Meldungen Sie gelesen haben',
  'reading:write': 'Meldungen als gelesen markieren',
  service: 'Kurzlebige Diensttokens für andere Dienste ausstellen',
  'signals:forward': 'Aktionen von Lesern in deren Namen melden (Betreiber)',
  'sources:read': 'Quellen und ihre Artikel lesen',
  'sources:write': 'Quellen hinzufügen, ändern und entfernen (Betreiber)',
  'stories:edit': 'Meldungen redigieren, Themen und ihre Regeln ändern (Betreiber)',
};
