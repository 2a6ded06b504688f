import type { CommonGrammar } from '../grammar.ts';

export const FRENCH_COMMON: CommonGrammar = {
  angles: [
    '{subject} : ce que l’on sait',
    '{subject} : [cinq|six] questions pour comprendre',
    'Récit. {subject}, heure par heure',
    'Éditorial : après ce {day}, à {leader.last} de jouer',
    'À {city}, « personne ne nous a rien dit »',
  ],
  decorations: [
    'Direct. {headline}',
    '{headline} (vidéo)',
    '{headline}, {leader.last} réagit',
    'En bref : {headline}',
    'À la une. {headline}',
  ],
  updateLeads: [
    'Quelques heures après l’annonce, de nouveaux détails sont connus. {official} a pris la parole une seconde fois {day}.',
  ],
  followUpLeads: [
    'Au lendemain des faits, {city} cherche des réponses.',
    'Un jour après, l’heure est au bilan à {city}.',
  ],
  quotes: [
    '« À {city}, on ne parle que de cela », raconte {witness} à la boulangerie.',
    'Selon {expert}, de l’université de {city}, il s’agit d’un « cas d’école » dont il faudra tirer les leçons.',
  ],
  reactions: [
    'L’entourage de {leader} a fait savoir que le gouvernement attendait un rapport complet.',
    'Le sujet a été le plus commenté de la journée sur les réseaux sociaux du pays.',
  ],
  grave: {
    decorations: ['{headline} : premières images', 'Alerte. {headline}'],
    updateLeads: ['Les autorités ont précisé leur bilan dans la soirée de {day}.'],
    quotes: [
      '« Je n’ai jamais vu cela à {city} », a déclaré {witness}, qui habite le quartier depuis toujours.',
      '« Nous suivons la situation de près », a déclaré {official} devant la presse.',
    ],
    reactions: ['La mairie de {city} a ouvert une ligne téléphonique pour répondre aux habitants.'],
  },
  closings: ['Cet article sera complété.', 'D’autres précisions sont attendues dans la semaine.'],
  signOff: '(Reportage de {byline} à {city}, édité par {editor})',
  dateline: '{cityUpper} ({agency}) - ',
  correction: 'Rectificatif : une version précédente donnait le chiffre {wrong} ; il fallait lire {right}.',
  days: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  sections: {
    world: 'Monde',
    nation: 'Société',
    politics: 'Politique',
    business: 'Économie',
    technology: 'Numérique',
    science: 'Sciences',
    health: 'Santé',
    sports: 'Sports',
    entertainment: 'Culture',
    climate: 'Climat',
    education: 'Éducation',
    lifestyle: 'Art de vivre',
  },
};
