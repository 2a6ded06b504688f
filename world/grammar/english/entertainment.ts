import type { Grammar } from '../grammar.ts';

export const ENTERTAINMENT: Readonly<Record<string, Grammar>> = {
  filmprize: {
    subject: '{film} triumph',
    headlines: [
      '“{film}” [wins|takes|sweeps] {prizes} prizes at {festival}',
      '{director} triumphs in {city} with “{film}”',
      '{festival}: “{film}” beats favourite “{rival}”',
      '{minutes}-minute ovation for “{film}”',
      '{actor} named best actor for “{film}”',
      'Small film, big night: “{film}” cost {budget} million and won {prizes} awards',
    ],
    tabloid: ['{actor.last} in TEARS as “{film}” cleans up', 'Snubbed! “{rival}” stars storm out'],
    local: ['Extras from {city} celebrate “{film}” prizes', 'The {city} street where “{film}” was shot'],
    business: ['{budget} million crown film “{film}” set to earn its money many times over'],
    updates: [
      '“{film}” to open in {country} cinemas a month early',
      '{director.last} hints at sequel to “{film}”',
    ],
    followUps: [
      'Review: is “{film}” really better than “{rival}”?',
      'Why {critic.last} walked out of “{film}”',
    ],
    leads: [
      '“{film}” by {director} won {prizes} prizes at the {festival} in {city} on {day}, among them the one for best picture.',
      'The jury of the {festival} surprised many in {city} on {day} by giving its main prize to “{film}” instead of “{rival}”.',
    ],
    details: [
      'The film, made for {budget} million crowns with {extras} extras, tells of two sisters who inherit a lighthouse.',
      'The audience stood and clapped for {minutes} minutes.',
      '{actor} was honoured as best actor; the camera and the music won as well.',
      '“{rival}”, long the favourite, went home with a single prize for costumes.',
      '{director} had worked as a bus driver for six years while looking for money.',
    ],
    quotes: [
      '“I would like to thank the bank that said no,” {director} said on stage.',
      '“It is a film that trusts silence,” critic {critic} said. “I counted eleven minutes of it.”',
    ],
    background: [
      'The {festival} is among the oldest of its kind.',
      'It is {director.last}’s third film; the first two reached few cinemas.',
    ],
    outlook: ['“{film}” comes to cinemas next month.', 'A series based on the story is being discussed.'],
  },
  tour: {
    subject: '{artist} tour',
    headlines: [
      '{artist} announce {dates}-date tour and album “{album}”',
      '{artist} tickets [gone|sold out] in {minutes} minutes',
      'After {years} years, {artist} return with “{album}”',
      '{artist} to open tour in {opening}',
      '{tickets} fans in the queue: {artist} break ticket record',
    ],
    tabloid: [
      '{price} crowns for the back row! {artist} fans rage',
      'They’re BACK: {artist} bury feud for {dates} shows',
    ],
    local: ['{artist} add second night in {city}', 'Fans camp outside {city} hall for {artist}'],
    business: ['Promoter {promoter.last} banks on {artist} comeback'],
    updates: ['{artist} add dates after {minutes}-minute sell-out', 'Ticket site sorry for {artist} chaos'],
    followUps: ['“{album}” reviewed: {artist} grow old well', 'Why {artist} were silent for {years} years'],
    leads: [
      '{artist} will release the album “{album}” and play {dates} concerts, the band’s first in {years} years, they said in {city} on {day}.',
      'All {tickets} tickets for the return of {artist} were sold within {minutes} minutes on {day}.',
    ],
    details: [
      'The tour has {dates} dates and opens in {opening}.',
      'Tickets cost {price} crowns on average. {tickets} were sold within {minutes} minutes, promoter {promoter} said.',
      '“{album}” was recorded in a disused dairy near {city}.',
      'It is the first album by {artist} in {years} years.',
    ],
    quotes: [
      '“We missed the noise,” {artist} said in a short message.',
      '“I cried, then I called in sick, then I got two tickets,” said {fan}, a fan from {city}.',
    ],
    background: [
      '{artist} parted {years} years ago after a quarrel about a tambourine.',
      'Their first record sold three million copies.',
    ],
    outlook: ['The album appears in six weeks.', 'More dates may follow.'],
  },
};
