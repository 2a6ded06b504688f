import type { Word } from './countries.ts';

/** Common nouns for the facts of an event, in every language. */
export const MINISTRIES: readonly Word[] = [
  { en: 'transport', de: 'Verkehr', fr: 'Transports', es: 'Transporte', ru: 'транспорта' },
  { en: 'finance', de: 'Finanzen', fr: 'Finances', es: 'Hacienda', ru: 'финансов' },
  { en: 'health', de: 'Gesundheit', fr: 'Santé', es: 'Sanidad', ru: 'здравоохранения' },
  { en: 'housing', de: 'Wohnen', fr: 'Logement', es: 'Vivienda', ru: 'жилья' },
  { en: 'interior', de: 'Inneres', fr: 'Intérieur', es: 'Interior', ru: 'внутренних дел' },
  { en: 'fisheries', de: 'Fischerei', fr: 'Pêche', es: 'Pesca', ru: 'рыболовства' },
];

export const SCANDALS: readonly Word[] = [
  {
    en: 'a disputed railway contract',
    de: 'einen umstrittenen Bahnvertrag',
    fr: 'un contrat ferroviaire contesté',
    es: 'un polémico contrato ferroviario',
    ru: 'спорный железнодорожный контракт',
  },
  {
    en: 'undeclared gifts from a shipping magnate',
    de: 'nicht gemeldete Geschenke eines Reeders',
    fr: 'des cadeaux non déclarés d’un armateur',
    es: 'unos regalos no declarados de un naviero',
    ru: 'незадекларированные подарки судовладельца',
  },
  {
    en: 'leaked messages about the harbour sale',
    de: 'durchgesickerte Nachrichten zum Hafenverkauf',
    fr: 'des messages divulgués sur la vente du port',
    es: 'mensajes filtrados sobre la venta del puerto',
    ru: 'утечка сообщений о продаже порта',
  },
  {
    en: 'a holiday home that was never declared',
    de: 'ein nie angegebenes Ferienhaus',
    fr: 'une maison de vacances jamais déclarée',
    es: 'una casa de verano nunca declarada',
    ru: 'незадекларированная дача',
  },
];

export const DISPUTES: readonly Word[] = [
  {
    en: 'fishing rights in the Narrow Sea',
    de: 'Fischereirechte in der Schmalen See',
    fr: 'les droits de pêche en mer Étroite',
    es: 'los derechos de pesca en el mar Angosto',
    ru: 'права на рыболовство в Узком море',
  },
  {
    en: 'the water of the Tirazan river',
    de: 'das Wasser des Flusses Tirazan',
    fr: 'les eaux du fleuve Tirazan',
    es: 'las aguas del río Tirazan',
    ru: 'воды реки Тиразан',
  },
  {
    en: 'the reopening of the mountain border',
    de: 'die Öffnung der Gebirgsgrenze',
    fr: 'la réouverture de la frontière des montagnes',
    es: 'la reapertura de la frontera de montaña',
    ru: 'открытие горной границы',
  },
  {
    en: 'a rail corridor to the coast',
    de: 'einen Bahnkorridor zur Küste',
    fr: 'un corridor ferroviaire vers la côte',
    es: 'un corredor ferroviario hacia la costa',
    ru: 'железнодорожный коридор к морю',
  },
];

export const OUTAGE_CAUSES: readonly Word[] = [
  {
    en: 'a faulty software update',
    de: 'ein fehlerhaftes Update',
    fr: 'une mise à jour défectueuse',
    es: 'una actualización defectuosa',
    ru: 'ошибочное обновление',
  },
  {
    en: 'a severed undersea cable',
    de: 'ein gekapptes Seekabel',
    fr: 'un câble sous-marin sectionné',
    es: 'un cable submarino cortado',
    ru: 'обрыв подводного кабеля',
  },
  {
    en: 'an expired security certificate',
    de: 'ein abgelaufenes Zertifikat',
    fr: 'un certificat expiré',
    es: 'un certificado caducado',
    ru: 'истёкший сертификат',
  },
  {
    en: 'a fire in a data centre',
    de: 'ein Brand im Rechenzentrum',
    fr: 'un incendie dans un centre de données',
    es: 'un incendio en un centro de datos',
    ru: 'пожар в дата-центре',
  },
];

export const DISEASES: readonly Word[] = [
  {
    en: 'marsh fever',
    de: 'Sumpffieber',
    fr: 'fièvre des marais',
    es: 'fiebre de los pantanos',
    ru: 'болотная лихорадка',
  },
  {
    en: 'velvet pox',
    de: 'Samtpocken',
    fr: 'variole de velours',
    es: 'viruela de terciopelo',
    ru: 'бархатная оспа',
  },
  {
    en: 'miller’s cough',
    de: 'Müllerhusten',
    fr: 'toux du meunier',
    es: 'tos del molinero',
    ru: 'кашель мельника',
  },
  { en: 'river flu', de: 'Flussgrippe', fr: 'grippe fluviale', es: 'gripe del río', ru: 'речной грипп' },
];

export const GOODS: readonly Word[] = [
  { en: 'paint', de: 'Farben', fr: 'peinture', es: 'pintura', ru: 'краска' },
  { en: 'furniture', de: 'Möbel', fr: 'meubles', es: 'muebles', ru: 'мебель' },
  { en: 'paper', de: 'Papier', fr: 'papier', es: 'papel', ru: 'бумага' },
  { en: 'tyre', de: 'Reifen', fr: 'pneus', es: 'neumáticos', ru: 'шины' },
  { en: 'toy', de: 'Spielzeug', fr: 'jouets', es: 'juguetes', ru: 'игрушки' },
];

export const PROJECTS: readonly Word[] = [
  {
    en: 'tram line',
    de: 'Straßenbahn',
    fr: 'ligne de tramway',
    es: 'línea de tranvía',
    ru: 'трамвайная линия',
  },
  {
    en: 'swimming hall',
    de: 'Schwimmhalle',
    fr: 'piscine couverte',
    es: 'piscina cubierta',
    ru: 'крытый бассейн',
  },
  { en: 'footbridge', de: 'Fußgängerbrücke', fr: 'passerelle', es: 'pasarela', ru: 'пешеходный мост' },
  { en: 'cable car', de: 'Seilbahn', fr: 'télécabine', es: 'línea de teleférico', ru: 'канатная дорога' },
  {
    en: 'concert hall',
    de: 'Konzerthalle',
    fr: 'salle de concert',
    es: 'sala de conciertos',
    ru: 'концертный зал',
  },
  {
    en: 'night bus',
    de: 'Nachtbuslinie',
    fr: 'ligne de bus de nuit',
    es: 'línea nocturna',
    ru: 'ночной автобус',
  },
  { en: 'bicycle ring', de: 'Fahrradstraße', fr: 'ceinture cyclable', es: 'vía ciclista', ru: 'велодорога' },
  {
    en: 'market square',
    de: 'Markthalle',
    fr: 'place du marché',
    es: 'plaza del mercado',
    ru: 'рыночная площадь',
  },
];
