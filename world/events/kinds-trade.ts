import { drawFirm, firmOf } from '../vocabulary/firms.ts';
import { artistOf, dishOf, filmOf, gadgetOf, spacecraftOf, speciesOf } from '../vocabulary/local.ts';
import { ALBUMS, CLUB_SUFFIXES, FAIRS, FESTIVALS, MOONS } from '../vocabulary/things.ts';
import { OUTAGE_CAUSES } from '../vocabulary/words.ts';
import type { EventKind } from './kind.ts';

/** Business, technology, science, sports, entertainment and lifestyle. */
export const TRADE_KINDS: readonly EventKind[] = [
  {
    name: 'merger',
    topic: 'business',
    weight: 3,
    breaks: true,
    facts: ({ draw, person, city, otherCity }) => {
      const buyer = drawFirm(draw, city);
      const target = drawFirm(draw, otherCity());
      return {
        buyer: buyer.name,
        target: target.name,
        sector: target.sector,
        price: draw.integer(12, 340) / 10,
        premium: draw.integer(14, 52),
        boss: person(),
        analyst: person(),
        staff: draw.integer(12, 180) * 100,
        share: draw.integer(3, 19),
      };
    },
  },
  {
    name: 'layoffs',
    topic: 'business',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city }) => {
      const firm = drawFirm(draw, city);
      return {
        firm: firm.name,
        sector: firm.sector,
        jobs: draw.integer(3, 80) * 50,
        percent: draw.integer(4, 22),
        boss: person(),
        union: person(),
        drop: draw.integer(6, 41),
        saving: draw.integer(40, 900),
        quarter: draw.integer(2, 9),
      };
    },
  },
  {
    name: 'rates',
    scope: 'country',
    topic: 'business',
    weight: 1,
    breaks: true,
    facts: ({ draw, person }) => {
      const before = draw.integer(8, 22) / 4;
      return {
        before,
        after: before + draw.pick([-0.5, -0.25, 0.25, 0.5]),
        governor: person(),
        economist: person(),
        inflation: draw.integer(12, 68) / 10,
        votes: draw.integer(5, 8),
        dissent: draw.integer(2, 3),
        growth: draw.integer(2, 26) / 10,
      };
    },
  },
  {
    name: 'outage',
    topic: 'technology',
    weight: 3,
    breaks: true,
    grows: { hours: 1.7 },
    facts: ({ draw, person, city }) => ({
      firm: firmOf(city, 'software').name,
      hours: draw.integer(3, 9),
      users: draw.integer(4, 88),
      cause: draw.pick(OUTAGE_CAUSES),
      engineer: person(),
      expert: person(),
      shops: draw.integer(4, 90) * 100,
      reports: draw.integer(12, 230) * 1000,
    }),
  },
  {
    name: 'gadget',
    topic: 'technology',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city }) => ({
      firm: firmOf(city, 'software').name,
      gadget: gadgetOf(city),
      price: draw.integer(19, 180) * 10 - 1,
      designer: person(),
      reviewer: person(),
      battery: draw.integer(2, 21),
      grams: draw.integer(28, 410),
      orders: draw.integer(30, 900) * 1000,
      trick: draw.pick([
        'folds like a letter',
        'charges from body heat',
        'translates whispers',
        'hides its screen under paper',
        'floats',
      ]),
    }),
  },
  {
    name: 'breach',
    topic: 'technology',
    weight: 2,
    breaks: true,
    grows: { accounts: 1.9 },
    facts: ({ draw, person, city }) => ({
      firm: drawFirm(draw, city).name,
      accounts: draw.integer(2, 60) * 100_000,
      weeks: draw.integer(2, 14),
      expert: person(),
      commissioner: person(),
      ransom: draw.integer(2, 45),
      gang: draw.pick(['Moth Lantern', 'Cold Kettle', 'Grey Magpie', 'Paperclip']),
    }),
  },
  {
    name: 'probe',
    topic: 'science',
    weight: 3,
    breaks: true,
    facts: ({ draw, person, city }) => ({
      craft: spacecraftOf(city),
      moon: draw.pick(MOONS),
      distance: draw.integer(48, 900),
      scientist: person(),
      years: draw.integer(3, 11),
      altitude: draw.integer(14, 260),
      pictures: draw.integer(120, 2400),
      cost: draw.integer(140, 980),
      minutes: draw.integer(12, 74),
    }),
  },
  {
    name: 'fossil',
    topic: 'science',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, country, city }) => ({
      species: speciesOf(city),
      age: draw.integer(66, 230),
      length: draw.integer(2, 19),
      scientist: person(),
      finder: person(),
      region: draw.pick(country.region),
      bones: draw.integer(41, 310),
      weightTons: draw.integer(2, 38),
    }),
  },
  {
    name: 'match',
    topic: 'sports',
    weight: 5,
    breaks: false,
    facts: ({ draw, city, otherCity, person }) => {
      const [first = '', second = ''] = draw.several(CLUB_SUFFIXES, 2);
      const goals = draw.integer(1, 5);
      return {
        winner: `${city} ${first}`,
        loser: `${otherCity()} ${second}`,
        goals,
        against: draw.integer(0, goals - 1),
        scorer: person(),
        minute: draw.integer(51, 90),
        coach: person(),
        loserCoach: person(),
        crowd: draw.integer(11, 78) * 1000,
        points: draw.integer(12, 71),
        unbeaten: draw.integer(4, 15),
        keeper: person(),
      };
    },
  },
  {
    name: 'transfer',
    topic: 'sports',
    weight: 3,
    breaks: false,
    facts: ({ draw, city, otherCity, person }) => {
      const [first = '', second = ''] = draw.several(CLUB_SUFFIXES, 2);
      return {
        player: person(),
        buyer: `${city} ${first}`,
        seller: `${otherCity()} ${second}`,
        fee: draw.integer(4, 96),
        years: draw.integer(2, 5),
        agent: person(),
        age: draw.integer(18, 33),
        goals: draw.integer(7, 34),
        coach: person(),
        shirt: draw.integer(7, 99),
      };
    },
  },
  {
    name: 'race',
    topic: 'sports',
    weight: 2,
    breaks: false,
    facts: ({ draw, person, country, city, otherCity }) => ({
      champion: person(),
      runnerUp: person(),
      seconds: draw.integer(2, 96),
      kilometres: draw.integer(118, 244),
      stage: draw.integer(3, 20),
      region: draw.pick(country.region),
      start: otherCity(),
      age: draw.integer(19, 37),
      crashed: draw.integer(3, 22),
      race: `${draw.pick(['Tour of', 'Circuit of'])} ${city}`,
    }),
  },
  {
    name: 'filmprize',
    topic: 'entertainment',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city, otherCity }) => {
      const [film, rival] = [filmOf(city), filmOf(otherCity())];
      return {
        film,
        rival,
        festival: draw.pick(FESTIVALS),
        director: person(),
        actor: person(),
        prizes: draw.integer(3, 9),
        budget: draw.integer(2, 90),
        minutes: draw.integer(3, 14),
        critic: person(),
        extras: draw.integer(40, 900),
      };
    },
  },
  {
    name: 'tour',
    topic: 'entertainment',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city, otherCity }) => ({
      artist: artistOf(city),
      album: draw.pick(ALBUMS),
      dates: draw.integer(18, 74),
      opening: otherCity(),
      promoter: person(),
      fan: person(),
      minutes: draw.integer(6, 58),
      tickets: draw.integer(80, 900) * 1000,
      price: draw.integer(39, 240),
      years: draw.integer(3, 12),
    }),
  },
  {
    name: 'fair',
    topic: 'lifestyle',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city }) => ({
      fair: draw.pick(FAIRS),
      visitors: draw.integer(14, 460) * 1000,
      organiser: person(),
      baker: person(),
      stalls: draw.integer(60, 700),
      year: String(draw.integer(1871, 1990)),
      beds: draw.integer(88, 99),
      dish: dishOf(city),
      days: draw.integer(3, 10),
    }),
  },
  {
    name: 'craze',
    topic: 'lifestyle',
    weight: 3,
    breaks: false,
    facts: ({ draw, person, city }) => ({
      dish: dishOf(city),
      chef: person(),
      queue: draw.integer(40, 210),
      price: draw.integer(6, 28),
      restaurant: draw.pick([
        'The Copper Spoon',
        'Chez Brindle',
        'Moth & Fig',
        'Little Anchor',
        'Gasthaus Krähe',
      ]),
      portions: draw.integer(3, 40) * 100,
      dietitian: person(),
      weeks: draw.integer(2, 9),
      copies: draw.integer(8, 70),
    }),
  },
];
