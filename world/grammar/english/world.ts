import type { Grammar } from '../grammar.ts';

export const WORLD: Readonly<Record<string, Grammar>> = {
  earthquake: {
    subject: '{city} earthquake',
    headlines: [
      '[Strong|Powerful|Deadly] {magnitude} earthquake [hits|strikes|shakes] {city}, [at least {deaths} dead|killing {deaths}]',
      '{deaths} [killed|dead], {injured} hurt as quake rocks {country}',
      'Magnitude {magnitude} tremor near {city} flattens [homes|hundreds of houses]',
      'Rescuers dig [through rubble|by hand] in {city} after {adjective} quake',
      '{country} quake: [death toll at {deaths}|{deaths} lives lost] and [feared|expected] to rise',
      'Thousands sleep outdoors after earth shakes {region}',
    ],
    tabloid: [
      '“The walls just folded”: quake horror in {city}',
      '{city} in ruins! {deaths} dead as MONSTER quake strikes',
      'Miracle under the rubble after {city} killer quake',
    ],
    local: [
      'Where to find shelter and water in {city} tonight',
      'Old town of {city} badly hit by {magnitude} quake',
      'Schools in {city} stay shut as aftershocks continue',
    ],
    business: [
      'Ports and factories halt in {region} after {magnitude} quake',
      'Insurers brace for bill from {adjective} earthquake',
    ],
    updates: [
      'Death toll in {city} quake climbs to {deaths}',
      'Now {injured} injured in {country}: hospitals overwhelmed after tremor',
      'Aftershocks hamper rescue work around {city}, {deaths} confirmed dead',
    ],
    followUps: [
      '{country} mourns {deaths} quake victims as {tents} tents arrive',
      'Why did so many houses fall? Builders questioned in {city}',
    ],
    leads: [
      'At least {deaths} people were killed and {injured} injured when a magnitude {magnitude} earthquake struck near {city} in {country} [on {day}|early on {day}], officials said.',
      'A [strong|violent] earthquake of magnitude {magnitude} shook {region} on {day}, bringing down buildings in {city} and killing at least {deaths} people.',
      'Rescue teams were searching collapsed houses in {city} on {day} after a quake that left {deaths} dead and {injured} hurt.',
    ],
    details: [
      'The quake hit at a depth of {depth} kilometres[, shallow enough to do great damage|], the {adjective} geological service said. It was felt as far away as {capital}.',
      'About {homes} homes were [damaged or destroyed|made uninhabitable], according to a first survey of {region}.',
      'Hospitals in {city} treated patients in car parks [because of aftershocks|for fear of further tremors]; {injured} people had been registered as injured by evening.',
      'The army sent engineers and {tents} tents. Roads into {region} were blocked by [landslides|fallen rock] in several places.',
      'Power was cut in most of {city}, and [mobile networks worked only now and then|telephone lines were down], which made it hard to reach outlying villages.',
    ],
    quotes: [
      '“We heard a roar like a train, and then the ceiling came down,” said {witness}, 44, standing outside what had been a grocery.',
      '“The first 48 hours decide,” said {official}, who leads the rescue operation. “We are digging with everything we have.”',
      '“The buildings that fell were the ones we warned about,” said {expert}, an engineer at the {university}.',
    ],
    background: [
      '{country} lies on [a meeting of two plates|an active fault] and has had [three|four] major quakes in the past century.',
      'Building rules in {country} were tightened after a quake twenty years ago, but older houses were never reinforced.',
    ],
    outlook: [
      'Neighbouring countries offered search dogs and field hospitals. Heavy rain is forecast for {region} by the weekend.',
      'Seismologists expect aftershocks for several weeks.',
    ],
  },
  talks: {
    subject: '{city} accord',
    headlines: [
      '{country} and {other} [reach|strike|sign] deal on {issue}',
      'After {days} days in {city}, a handshake over {issue}',
      '[Breakthrough|Late-night breakthrough] in {city}: {other} agrees terms on {issue}',
      '{mediator.last} brokers accord between {country} and {other}',
      '{years}-year quarrel ends as {country}, {other} sign {points}-point accord',
      'Neighbours {country} and {other} bury the hatchet',
    ],
    tabloid: [
      'FINALLY! {country} and {other} shake hands after {years} years',
      'The sleepless {days} nights of peacemaker {mediator}',
    ],
    local: [
      '{city} hotel where history was made wants its ballroom back',
      '{city} streets reopen as delegates leave with a deal',
    ],
    business: [
      'Traders cheer as {country} and {other} settle {issue}',
      'What the {city} accord means for freight and fisheries',
    ],
    updates: [
      '{city} accord: the {points} points in full',
      'Opposition in {other} calls {city} deal “a surrender”',
      '{mediator.last}: hardest part of the {country}-{other} deal begins now',
    ],
    followUps: [
      'First boats and trains cross as {city} accord takes effect',
      'Doubts on both sides the day after {country} and {other} signed',
    ],
    leads: [
      '{country} and {other} signed an agreement on {issue} in {city} on {day}, ending a quarrel of {years} years.',
      'After {days} days of negotiation in {city}, delegations from {country} and {other} [announced|presented] a {points}-point accord on {issue}.',
      'A dispute over {issue} that soured relations for {years} years was settled on {day} when {country} and {other} [put their names to a deal|shook hands] in {city}.',
    ],
    details: [
      'The text has {points} points, among them a joint commission, [yearly meetings|a shared hotline] and a review after five years.',
      '{delegates} delegates took part. Twice the talks [were close to collapse|nearly broke down], people in the room said.',
      'Mediator {mediator} shuttled between two floors of the same hotel for {days} days because the sides at first refused to share a room.',
      'Both parliaments still have to approve. In {other}, a [narrow|comfortable] majority is expected.',
      'The question of {issue} had led to [seized boats|closed roads and frozen accounts] and, last year, to the recall of ambassadors.',
    ],
    quotes: [
      '“Nobody got everything, and that is how you know it is fair,” mediator {mediator} said after the signing.',
      '“Our children will find it strange that we ever fought about this,” {leader} said.',
      '“The map did not change, but the mood did,” said {expert} of the {university}.',
    ],
    background: [
      'The two countries have argued about {issue} for {years} years; earlier rounds in three other cities came to nothing.',
      'Relations reached their lowest point two winters ago, when {country} closed every crossing for a month.',
    ],
    outlook: [
      'The accord comes into force thirty days after both parliaments have voted.',
      'A first meeting of the joint commission is planned in {city} before the end of the year.',
    ],
  },
  ferry: {
    subject: '{vessel} accident',
    headlines: [
      'Ferry {vessel} [runs aground|lists] off {city}, {missing} [missing|unaccounted for]',
      '{rescued} rescued from {adjective} ferry in heavy seas',
      'Search for {missing} after {vessel} [hits reef|takes on water] near {city}',
      'Fishing boats rush to save passengers of {vessel}',
      '{passengers} aboard as ferry to {port} gets into distress',
    ],
    tabloid: [
      '“We jumped in the dark”: terror on the {vessel}',
      'Hero fishermen pluck {rescued} from icy sea',
    ],
    local: [
      '{city} opens sports hall to {vessel} passengers',
      'Families wait on {city} quay for news of {vessel}',
    ],
    business: ['{port} ferry link suspended after {vessel} accident'],
    updates: [
      '{rescued} now safe, {missing} still missing after {vessel} accident',
      'Captain {captain.last} questioned about course of {vessel}',
    ],
    followUps: [
      'Divers reach {vessel} as inquiry opens in {city}',
      'Why did the {vessel} leave port? Questions after ferry accident',
    ],
    leads: [
      'Rescuers brought {rescued} people to safety on {day} after the ferry {vessel} struck a reef off {city}; {missing} were still missing.',
      'A ferry with {passengers} people aboard got into distress off {city} on its way to {port} on {day}, and {missing} passengers have not been found.',
    ],
    details: [
      'The {vessel} had left {port} two hours late with {passengers} people aboard when it [began to list|sent a distress call] shortly before midnight.',
      '{boats} boats, most of them fishing vessels from {city}, joined the search. By noon {rescued} people had been brought ashore.',
      'Waves of up to five metres kept helicopters from lowering winches for more than an hour.',
      'Captain {captain}, who has sailed the route for nine years, was among the last to leave the ship.',
      'The coastguard said the list of passengers did not match the number of tickets sold.',
    ],
    quotes: [
      '“I held on to a suitcase for an hour,” said {witness}, wrapped in a grey blanket on the quay.',
      '“Every boat we own went out,” said {official}, the harbour master of {city}.',
    ],
    background: [
      'The {vessel} was built thirty-one years ago and passed its last inspection in spring.',
      'It is the second ferry accident on the {port} route in four years.',
    ],
    outlook: [
      'The search will go on through the night. An inquiry has been opened.',
      'Other ferries to {port} stay in harbour until the wind drops.',
    ],
  },
};
