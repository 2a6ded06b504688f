import type { Grammar } from '../grammar.ts';

export const HEALTH: Readonly<Record<string, Grammar>> = {
  outbreak: {
    subject: '{disease} outbreak in {city}',
    headlines: [
      '{cases} cases of {disease} [reported|confirmed] in {city}',
      '{disease.cap} spreads in {country}: {hospitalised} in hospital',
      'Health officials trace {disease} outbreak to {origin}',
      '{city} vaccinates against {disease} as cases reach {cases}',
      '{schools} schools closed in {city} over {disease}',
      'Doctors in {country} urge calm over {disease}',
    ],
    tabloid: [
      '{disease.cap} panic! Chemists in {city} run out of masks',
      'Itching, sweating, seeing double: is it {disease}?',
    ],
    local: [
      'Where to get a {disease} jab in {city}',
      'List: {schools} schools shut in {city} because of {disease}',
    ],
    business: [
      'Vaccine makers gain as {disease} cases reach {cases}',
      'Hotels in {city} lose bookings over {disease}',
    ],
    updates: ['{disease.cap}: {cases} cases now known in {city}', '{doses} vaccine doses reach {city}'],
    followUps: [
      '{city} outbreak slows, doctors see first good sign',
      'What {city} learned from {cases} cases of {disease}',
    ],
    leads: [
      'Health authorities in {city} have confirmed {cases} cases of {disease}; {hospitalised} patients are being treated in hospital, they said on {day}.',
      'An outbreak of {disease} in {city} has grown to {cases} cases and has been traced to {origin}, doctors said on {day}.',
    ],
    details: [
      '{hospitalised} patients are in hospital; [none is in danger|two are in intensive care].',
      '{schools} schools were closed for a week as a precaution.',
      'Investigators traced the first infections to {origin} and tested everyone who had been there.',
      '{doses} doses of vaccine were sent from {capital}. Older people and nurses come first.',
      'The illness begins with a sudden fever and usually passes within ten days.',
    ],
    quotes: [
      '“Wash your hands, keep your appointments and do not believe every message you get,” said {doctor}, chief physician in {city}.',
      '“It is unpleasant, it is catching, and it is treatable,” said {expert} of the {university}.',
    ],
    background: [
      '{disease.cap} appears in {country} every few years, mostly in wet seasons.',
      'The last large outbreak, nine years ago, counted about a thousand cases.',
    ],
    outlook: ['New figures will be given every evening.', 'The peak is expected within two weeks.'],
  },
  drugtrial: {
    subject: '{drug} trial',
    headlines: [
      'Drug {drug} cuts {condition} attacks by {cut} per cent, study finds',
      'Hope in {condition}: {drug} passes large trial',
      '{maker} drug for {condition} works in {patients} patients',
      'Study of {patients}: {drug} eases {condition}',
      'New treatment for {condition} “a step, not a cure”',
    ],
    tabloid: [
      'Wonder pill! {condition} sufferers get their lives back',
      '“I slept for the first time in years”: inside the {drug} trial',
    ],
    local: ['{city} clinic took part in {drug} study', 'Patients in {city} first to try {condition} drug'],
    business: [
      '{maker} shares leap on {drug} results',
      '{maker} seeks approval for {drug} after {cut} per cent result',
    ],
    updates: [
      'Independent experts call {drug} data “solid”',
      '{drug}: side effects in {sideEffects} per cent, full data show',
    ],
    followUps: [
      'What will {drug} cost? Insurers wary after trial',
      '{drug}: the questions the {condition} study leaves open',
    ],
    leads: [
      'The drug {drug} reduced attacks of {condition} by {cut} per cent in a trial with {patients} patients, researchers in {city} reported on {day}.',
      'In a study of {patients} people lasting {months} months, {drug} by {maker} helped against {condition}, doctors said on {day}.',
    ],
    details: [
      'Half of the {patients} patients received {drug}, the others a placebo, for {months} months.',
      'Attacks fell by {cut} per cent; side effects, mostly headaches, occurred in {sideEffects} per cent.',
      'The trial was paid for by the maker, {maker}, and run by the {university}.',
      'The researchers warn that children and pregnant women were not included.',
    ],
    quotes: [
      '“It is not a miracle. It is a decent drug, which is rarer,” said {researcher}, who led the study.',
      '“I would like to see five years of data,” said {expert}, who was not involved.',
    ],
    background: [
      'About one in thirty people in {country} lives with {condition}.',
      'The last new treatment for {condition} was approved fourteen years ago.',
    ],
    outlook: [
      '{maker} will ask for approval before the summer.',
      'A second trial with older patients has begun.',
    ],
  },
};
