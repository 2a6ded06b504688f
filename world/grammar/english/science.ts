import type { Grammar } from '../grammar.ts';

export const SCIENCE: Readonly<Record<string, Grammar>> = {
  probe: {
    subject: '{craft} mission',
    headlines: [
      '{craft} [probe|spacecraft] [reaches|arrives at] {moon} after {years} years',
      'First close pictures of {moon} sent home by {craft}',
      '{craft} skims {altitude} km above {moon}',
      'Cheers in {city} as {craft} signals from {moon}',
      '{moon} up close: {pictures} images and a mystery',
      'Spacecraft finds [warm spots|hints of water|a ring of dust] on {moon}',
    ],
    tabloid: [
      'Is anybody home? {craft} peeks at {moon}',
      'Boffins weep with joy as {craft} phones home from {moon}',
    ],
    local: [
      '{city} control room held its breath for {minutes} minutes',
      '{city} pupils name a crater on {moon}',
    ],
    business: ['{cost} million crown {craft} pays off for {city} space firms'],
    updates: [
      '{craft}: first {pictures} pictures of {moon} released',
      '{scientist.last}: data from {moon} “stranger than we hoped”',
    ],
    followUps: [
      'What the {craft} pictures of {moon} really show',
      'After {moon}, where should {craft} go next?',
    ],
    leads: [
      'The spacecraft {craft} reached {moon} on {day} after a journey of {years} years and {distance} million kilometres, controllers in {city} said.',
      'Passing only {altitude} kilometres above {moon}, the probe {craft} sent its first close pictures to {city} on {day}.',
    ],
    details: [
      'The signal needed {minutes} minutes to cross {distance} million kilometres; it arrived four seconds early.',
      '{pictures} pictures were taken during the pass at {altitude} kilometres. The first show ridges, frost and [a dark oval|something like a dry delta].',
      'The mission cost {cost} million crowns, less than a motorway bridge, as its makers like to say.',
      'Instruments measured [a faint magnetic field|an unexpected trace of salt], project scientist {scientist} said.',
      'The craft is about the size of a delivery van and draws less power than a toaster.',
    ],
    quotes: [
      '“We have known {moon} as a dot for four hundred years. As of today it is a place,” {scientist} said.',
      '“I have been nervous since the launch, and the launch was {years} years ago,” said {official}, who leads the control room.',
    ],
    background: [
      '{craft} was launched {years} years ago and slept for most of the way.',
      'A predecessor was lost shortly before arrival because of a mix-up of units.',
    ],
    outlook: [
      'The craft will pass {moon} again in eleven months.',
      'The full data will take until spring to reach {city}.',
    ],
  },
  fossil: {
    subject: '{species} find',
    headlines: [
      'New giant of {region}: {species} was {length} metres long',
      '{age} million years old: [skeleton|fossil] found near {city} is a new species',
      'Farmer’s find near {city} named {species}',
      '{finder.last} tripped over a bone; it was {species}',
      'Scientists in {country} describe unknown creature from {age} million years ago',
      '{bones} bones rewrite family tree of ancient beasts',
    ],
    tabloid: [
      'MONSTER of {city}: {length}-metre beast had teeth like bananas',
      'I thought it was a drainpipe, says finder of {species}',
    ],
    local: [
      '{city} museum wants to keep its {species}',
      'Name of {city} goes round the world with {species}',
    ],
    business: ['{city} hopes for visitors after {species} discovery'],
    updates: [
      'Second skull found at {species} site in {region}',
      '{scientist.last}: {species} may have lived in herds',
    ],
    followUps: [
      'Who owns {species}? {city} and {capital} disagree',
      'How {species} fed on {weightTons} tonnes of leaves a week',
    ],
    leads: [
      'Researchers have described a new species, {species}, from {bones} bones found near {city}; the animal lived {age} million years ago and was {length} metres long.',
      'A bone that {finder} stumbled over in {region} belonged to an animal unknown to science: {species}, {length} metres long and {age} million years old.',
    ],
    details: [
      '{bones} bones were recovered over three summers, among them an almost complete skull.',
      'The animal weighed some {weightTons} tonnes, the team of {scientist} estimates.',
      'It lived {age} million years ago, when {region} was a warm delta.',
      '{finder}, who found the first bone, had taken it for a drainpipe and used it to prop a gate.',
      'The study appeared on {day} in the journal Annals of Deep Time.',
    ],
    quotes: [
      '“It closes a gap of nine million years, and opens three others,” said {scientist}.',
      '“My gate has never been so famous,” said {finder}.',
    ],
    background: [
      '{region} has yielded bones since quarrying began there.',
      'Only two relatives of the animal are known, both from far to the south.',
    ],
    outlook: ['The skeleton will be shown in {city} from spring.', 'Digging resumes when the ground thaws.'],
  },
};
