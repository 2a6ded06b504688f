import type { Language, Style, Topic } from '../types.ts';

/** Publisher names; `*` is the city. */
type Mastheads = Readonly<Partial<Record<Style | Topic, readonly string[]>>> & {
  readonly broadsheet: readonly string[];
};

export const MASTHEADS: Readonly<Record<Language, Mastheads>> = {
  en: {
    broadsheet: [
      '* Herald',
      '* Chronicle',
      'The * Courier',
      '* Tribune',
      'The * Observer',
      '* Sentinel',
      '* Dispatch',
    ],
    local: [
      '* Gazette',
      '* Echo',
      '* Examiner',
      '* Lantern',
      '* Weekly Post',
      '* Town Crier',
      'Greater * News',
    ],
    tabloid: ['The * Flash', '* Daily Whistle', 'The * Buzz', '* Daily Splash', 'Hello *'],
    business: ['* Ledger', '* Exchange', '* Markets Daily', 'The * Merchant'],
    world: ['* World Desk', 'The * Atlas'],
    nation: ['* Nation', '* Public Record'],
    politics: ['* Lobby', 'The * Gavel'],
    technology: ['* Circuit', '* Byte', 'The * Machine'],
    science: ['* Orbit', '* Lab Notes'],
    health: ['* Pulse', '* Health Letter'],
    sports: ['* Pitchside', '* Sports Daily', 'Full Time *'],
    entertainment: ['* Curtain', '* Screen and Stage'],
    climate: ['* Weathervane', '* Green Letter'],
    education: ['* Chalkboard', '* Campus'],
    lifestyle: ['* Table and Travel', 'Slow *'],
  },
  de: {
    broadsheet: ['*er Zeitung', '*er Rundschau', '*er Tageblatt', 'Neue *er Presse'],
    local: ['*er Bote', '*er Anzeiger', '*er Landblatt'],
    tabloid: ['*er Blitz', 'Hallo *'],
    business: ['*er Handelsbrief', '*er Börsenblick'],
    sports: ['*er Anpfiff'],
    technology: ['*er Schaltkreis'],
    science: ['*er Wissen'],
  },
  fr: {
    broadsheet: ['Le Courrier de *', 'La Tribune de *', 'Le Matin de *', 'La Gazette de *'],
    local: ['L’Écho de *', 'Le Petit Journal de *', 'La Voix de *'],
    tabloid: ['* Flash', 'Allô *'],
    business: ['Les Affaires de *', 'La Bourse de *'],
    sports: ['* Sports', 'Le Maillot de *'],
    technology: ['* Numérique'],
    entertainment: ['Le Rideau de *'],
  },
  es: {
    broadsheet: ['El Correo de *', 'La Crónica de *', 'Diario de *', 'El Faro de *'],
    local: ['El Eco de *', 'La Voz de *', 'Noticias de *'],
    tabloid: ['¡Hola, *!', '* al Día'],
    business: ['El Mercado de *', 'Bolsa *'],
    sports: ['Gol *', 'Marcador de *'],
    technology: ['* Digital'],
    entertainment: ['Telón de *'],
  },
  ru: {
    broadsheet: ['* — Вестник', '* — Хроника', 'Газета «*»'],
    local: ['* сегодня', 'Наш город *'],
    tabloid: ['* — Молния'],
    business: ['* — Деловой листок'],
    sports: ['* — Спорт'],
  },
};

export interface Agency {
  readonly name: string;
  readonly short: string;
  readonly language: Language;
}

/** The wire agencies; the first ones exist in every world. */
export const AGENCIES: readonly Agency[] = [
  { name: 'Meridian Press Agency', short: 'MPA', language: 'en' },
  { name: 'Northline Wire', short: 'Northline', language: 'en' },
  { name: 'Sterz-Nachrichtenagentur', short: 'SNA', language: 'de' },
  { name: 'Agence Orlaine-Presse', short: 'AOP', language: 'fr' },
  { name: 'Agencia Alborel', short: 'AALB', language: 'es' },
  { name: 'Агентство «Туманская сводка»', short: 'Тумсводка', language: 'ru' },
  { name: 'Crosswind News Service', short: 'CNX', language: 'en' },
  { name: 'Harbour Bulletin Service', short: 'HBS', language: 'en' },
];
