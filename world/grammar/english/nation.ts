import type { Grammar } from '../grammar.ts';

export const NATION: Readonly<Record<string, Grammar>> = {
  derailment: {
    subject: '{city} train derailment',
    headlines: [
      '{deaths} dead, {injured} injured as {train} derails [near|outside] {city}',
      'Express to {destination} jumps tracks at {city}; {injured} hurt',
      '[{carriages} carriages off the rails|Passenger train derails] near {city}',
      'Rail disaster in {country}: train was travelling at {speed} km/h',
      'Rescuers cut passengers free from {train} wreck',
    ],
    tabloid: [
      'Train of terror: {train} flies off the rails',
      '“Like being in a washing machine”: {city} crash survivors speak',
    ],
    local: [
      '{city} line closed for days after {train} crash',
      '{city} residents carried blankets and tea to wrecked train',
    ],
    business: ['Freight stalls as {city} crash blocks {destination} line'],
    updates: [
      '{injured} now known injured in {city} train crash',
      'Data recorder found in wreck of {train}',
      'Investigators look at points failure in {city} derailment',
    ],
    followUps: [
      'Trains crawl past {city} wreck as inquiry begins',
      'Unions had warned of worn track at {city}',
    ],
    leads: [
      '{deaths} people died and {injured} were injured when {train}, an express bound for {destination}, left the rails near {city} on {day}.',
      'An express train carrying {passengers} passengers derailed outside {city} on {day}, [overturning|throwing] {carriages} carriages down an embankment and killing {deaths} people.',
    ],
    details: [
      '{train} was on its way to {destination} at about {speed} kilometres an hour when {carriages} carriages left the track.',
      '{passengers} passengers were aboard, the railway said. {injured} were taken to hospitals, [a dozen of them by helicopter|some in serious condition].',
      'Firefighters used hydraulic cutters to free people from the second carriage, which had come to rest against a bridge pier.',
      'Investigators secured the data recorder and closed the line in both directions.',
      'A set of points [had been repaired|was inspected] the night before, a person familiar with the work said. The railway did not comment.',
    ],
    quotes: [
      '“There was a bang, then gravel against the windows, then silence,” said {witness}, who sat in the dining car.',
      '“It is far too early to speak of causes,” said {official} of the accident board.',
    ],
    background: [
      'The line from {city} to {destination} is one of the busiest in {country}, used by some ninety trains a day.',
      'The last fatal rail accident in {country} was eleven years ago.',
    ],
    outlook: [
      'Buses replace trains between {city} and {destination} until further notice.',
      'A preliminary report is due within a month.',
    ],
  },
  fire: {
    subject: '{city} warehouse fire',
    headlines: [
      '[Huge|Massive|Fierce] fire destroys {goods} warehouse in {city}',
      '{firefighters} firefighters battle blaze on {street}',
      'Smoke over {city}: {evacuated} told to leave homes as {goods} store burns',
      '{city} blaze under control after {hours} hours',
      '{goods.cap} warehouse goes up in flames, damage put at {damage} million crowns',
    ],
    tabloid: ['INFERNO! {city} sky turns black', 'Hero crews save {rescuedCats} cats from {city} blaze'],
    local: [
      '{street} fire: which roads are closed in {city}',
      'Windows shut, please: smoke drifts across {city}',
      'Neighbours on {street} watched {goods} store burn',
    ],
    business: ['{goods.cap} supplies tight after {city} warehouse burns down'],
    updates: [
      '{city} fire: now {firefighters} firefighters on {street}',
      'Air “safe again” in {city} after {goods} fire, says chief',
    ],
    followUps: [
      'Police examine burnt-out {goods} store on {street}',
      'Residents of {street} go home as {city} fire is out',
    ],
    leads: [
      'A fire destroyed a {goods} warehouse on {street} in {city} on {day}, and {evacuated} people had to leave their homes.',
      '{firefighters} firefighters fought for {hours} hours on {day} against a blaze in a {goods} warehouse in {city}.',
      'Thick black smoke stood over {city} on {day} after a {goods} store on {street} caught fire.',
    ],
    details: [
      'The alarm was raised shortly after four in the morning. When the first engines reached {street}, flames were already coming through the roof.',
      '{evacuated} residents were brought to a sports hall; [nobody was seriously hurt|two firefighters were treated for smoke].',
      'The damage is estimated at {damage} million crowns. The warehouse held {goods} stock for shops all over {country}.',
      '{firefighters} firefighters from {city} and neighbouring towns took part. Water was pumped from the canal.',
      'Crews also carried {rescuedCats} cats out of a yard next door, [to applause|unharmed].',
    ],
    quotes: [
      '“It was so hot that the street lamps bent,” said {witness}, who lives across the road.',
      '“We could not save the building, so we saved the street,” fire chief {chief} said.',
    ],
    background: [
      'It was the third large fire in the industrial quarter of {city} in two years.',
      'The building dates from the 1960s and had no sprinklers.',
    ],
    outlook: [
      'Police are looking into the cause; a technical fault is thought likely.',
      'Damping down will take until the weekend, chief {chief.last} said.',
    ],
  },
  verdict: {
    subject: '{crime} trial',
    headlines: [
      '{defendant} [jailed for|sentenced to|gets] {years} years in {city} {crime} case',
      'Guilty: court convicts {defendant.last} over {amount} million crown {crime}',
      '{city} court ends {crime} trial with {years}-year sentence',
      'Judge {judge.last} finds {defendant} guilty after {hearings} hearings',
      '{victims} victims see {crime} mastermind go to prison',
    ],
    tabloid: [
      'Caged! {crime} crook {defendant.last} gets {years} years',
      'Tears, gasps and a wink: {defendant.last} goes down',
    ],
    local: [
      '{city} {crime}: how a neighbour’s tip led to {defendant.last}',
      'Queue outside {city} court for {defendant.last} verdict',
    ],
    business: ['{crime} verdict: {victims} creditors hope for their {amount} million'],
    updates: [
      '{defendant.last} to appeal against {years}-year sentence',
      'Lawyer {lawyer.last} calls {city} verdict “a mistake with a wig on”',
    ],
    followUps: [
      'Where are the missing {amount} million? {crime} case leaves riddle',
      'The {city} verdict and the {victims} who waited for it',
    ],
    leads: [
      'A court in {city} sentenced {defendant} to {years} years in prison on {day} for a {crime} that cost {victims} people {amount} million crowns.',
      'Judge {judge} found {defendant} guilty in the {city} {crime} case on {day} and imposed a sentence of {years} years.',
    ],
    details: [
      'The trial lasted {hearings} hearings and heard more than sixty witnesses.',
      'Prosecutors said {defendant.last} had planned the {crime} for years and spent the money on [horses and a lighthouse|a vineyard, two yachts and a zebra].',
      'The {amount} million crowns were taken from {victims} people, many of them pensioners. Less than a third has been found.',
      '{defendant.last}, in a grey suit, [listened without moving|nodded once] as the sentence was read.',
      'Defence lawyer {lawyer} had asked for acquittal and announced an appeal.',
    ],
    quotes: [
      '“You were trusted, and you made a trade of it,” judge {judge} told the accused.',
      '“Money is one thing, sleep is another. Tonight I will sleep,” said {witness}, one of the {victims} victims.',
    ],
    background: [
      'The {crime} came to light two years ago when an auditor in {city} noticed the same signature on two hundred papers.',
      'It is one of the largest cases of its kind in {country}.',
    ],
    outlook: [
      'The appeal court in {capital} will hear the case next year.',
      'A civil claim by the victims opens in {city} in the spring.',
    ],
  },
  hiker: {
    subject: 'search for {hiker}',
    headlines: [
      'Missing hiker {hiker} found alive after {nights} nights in {region}',
      'Rescue dog {dog} finds hiker, {age}, in {region}',
      '{hiker.last} survived {nights} nights on {food}',
      'Search in {region} ends happily: {hiker} is safe',
      '{volunteers} volunteers, one dog, {nights} nights: hiker found near {city}',
    ],
    tabloid: [
      'Good boy! Hero hound {dog} sniffs out lost hiker',
      'I lived on {food}: hiker’s {nights}-night ordeal',
    ],
    local: [
      '{city} volunteers celebrate as {hiker.last} walks out of {region}',
      'Bells ring in {city} for hiker {hiker}',
    ],
    business: ['Map apps under scrutiny after {region} hiker went astray'],
    updates: [
      '“I talked to the owls”: {hiker.last} tells of {nights} nights alone',
      'Hiker {hiker.last} recovering in {city} hospital',
    ],
    followUps: [
      'Dog {dog} gets medal and sausage for finding {hiker.last}',
      'Should {region} trails be closed in autumn? Debate after hiker’s rescue',
    ],
    leads: [
      'A {age}-year-old hiker who had been missing for {nights} nights in {region} was found alive on {day} by a rescue dog called {dog}.',
      '{hiker}, {age}, who vanished in {region}, walked into a search party near {city} on {day} after {nights} nights in the open.',
    ],
    details: [
      '{hiker.last} had left the marked path to photograph an owl and slipped into a gully without telephone signal.',
      'According to doctors, {hiker.last} lived on {food} and is [cold, hungry and cheerful|thin but well].',
      '{volunteers} volunteers took part in the search, along with a helicopter and six dogs.',
      'It was {dog}, a four-year-old spaniel in training, who [barked at a heap of leaves|would not leave a fallen spruce].',
    ],
    quotes: [
      '“I am sorry for the trouble. I would like a bath and a sandwich,” {hiker} said on the stretcher.',
      '“We were down to the last square on the map,” said {official} of the mountain rescue.',
    ],
    background: [
      'Some forty people lose their way in {region} every year; most are found within a day.',
      'Night temperatures had fallen to two degrees during the search.',
    ],
    outlook: [
      '{hiker.last} is expected to leave hospital on the weekend.',
      'The mountain rescue asks hikers to leave word of their route.',
    ],
  },
};
