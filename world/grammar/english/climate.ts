import type { Grammar } from '../grammar.ts';

export const CLIMATE: Readonly<Record<string, Grammar>> = {
  storm: {
    subject: 'storm {storm}',
    headlines: [
      'Storm {storm} [slams into|batters|lashes] {city} with {wind} km/h winds',
      '{homes} homes without power as {storm} crosses {country}',
      '{evacuated} evacuated in {region} ahead of storm {storm}',
      '{storm}: [roads flooded|roofs gone], {flights} flights cancelled',
      '{country} cleans up after {storm}',
      'Sea walls hold in {city} as {storm} passes',
    ],
    tabloid: [
      '{storm} the TERRIBLE: {wind} km/h hell hits {city}',
      'My shed flew to {other}: readers’ {storm} pictures',
    ],
    local: [
      '{storm}: which schools and roads in {city} are closed',
      '{city} harbour wall survives night of {storm}',
    ],
    business: [
      'Storm {storm} grounds {flights} flights and shuts ports',
      'Power firms face bill as {storm} cuts {homes} lines',
    ],
    updates: [
      '{storm}: power cuts reach {homes} homes',
      'Storm {storm} weakens over {region} but rain goes on',
    ],
    followUps: [
      'After {storm}: {city} counts fallen trees and good neighbours',
      'Was {country} ready for {storm}?',
    ],
    leads: [
      'Storm {storm} hit {city} on {day} with winds of up to {wind} kilometres an hour, leaving {homes} homes without electricity.',
      '{evacuated} people left their homes in {region} as storm {storm} swept across {country} on {day}.',
      'Trees, roofs and power lines came down in {city} when storm {storm} reached the coast of {country} on {day}.',
    ],
    details: [
      'Gusts of {wind} kilometres an hour were measured at {city} airport, where {flights} flights were cancelled.',
      'Up to {rain} millimetres of rain fell within a day; several rivers in {region} burst their banks.',
      'Some {homes} homes were without power at the height of the storm, most of them between {city} and {other}.',
      '{evacuated} people spent the night in schools and sports halls.',
      'The railway stopped all trains between {city} and {other} until the tracks are cleared.',
    ],
    quotes: [
      '“It sounded as if someone was dragging furniture across the sky,” said {witness} of {city}.',
      '“Please stay inside. Your trampoline is not worth it,” {official} of civil protection said.',
      '“Storms like {storm} carry more water than they used to,” said {expert} of the {university}.',
    ],
    background: [
      '{storm} is the fourth named storm of the season.',
      'The last comparable storm, six years ago, flooded the old town of {city}.',
    ],
    outlook: ['The wind is expected to drop by the weekend.', 'Repairs to the grid will take several days.'],
  },
  wildfire: {
    subject: '{region} wildfire',
    headlines: [
      'Wildfire in {region} burns {hectares} hectares',
      '{evacuated} flee as forest fire nears {city}',
      '{crews} crews and {planes} planes fight {adjective} wildfire',
      'Fire near {city} {contained} per cent contained',
      'Smoke from {region} fire darkens {capital}',
    ],
    tabloid: ['Wall of flame! Families flee {city}', 'Pensioner, donkey and parrot escape {region} blaze'],
    local: ['{city} fire: evacuation routes and shelters', 'Ash falls on {city} as {region} burns'],
    business: ['Timber prices rise as {hectares} hectares burn'],
    updates: ['{region} fire grows to {hectares} hectares', 'Wind shift gives {city} crews a chance'],
    followUps: [
      'First residents return to burnt {region}',
      'Was it a spark from a harvester? {region} fire inquiry opens',
    ],
    leads: [
      'A forest fire in {region} has burnt {hectares} hectares and forced {evacuated} people near {city} to leave, authorities said on {day}.',
      '{crews} fire crews and {planes} planes were fighting a wildfire near {city} on {day} that had grown to {hectares} hectares.',
    ],
    details: [
      'The fire covers {hectares} hectares and is {contained} per cent contained.',
      '{planes} planes scoop water from the reservoir; neighbours have promised more.',
      '{evacuated} people were told to leave, some with only minutes to pack.',
      'It had not rained in {region} for seven weeks.',
    ],
    quotes: [
      '“The fire makes its own wind. We wait, then we hit it,” fire chief {chief} said.',
      '“I took the photographs, the cat and the good pan,” said {witness}.',
    ],
    background: [
      'It is the largest fire in {region} since records began.',
      'Most wildfires in {country} are caused by people.',
    ],
    outlook: ['Rain is not expected before next week.', 'The main road to {city} stays closed.'],
  },
  heat: {
    subject: '{city} heat record',
    headlines: [
      '{degrees} degrees in {city}: [hottest day|new record] since {year}',
      'Heat record falls in {country} after {days} hot days',
      '{city} opens {centres} cooling centres as mercury hits {degrees}',
      'Never so hot since {year}: {city} swelters',
      'Power demand up {demand} per cent in {adjective} heatwave',
    ],
    tabloid: ['Phew! {city} fries eggs on the pavement at {degrees} degrees', 'Sizzler: hotter than {year}!'],
    local: ['{city} heat: pools open all night', 'Where to cool off in {city}: all {centres} places'],
    business: ['Heat lifts {adjective} power price as demand jumps {demand} per cent'],
    updates: [
      '{city} record confirmed at {degrees} degrees',
      'Trains slow down as {city} rails bend in heat',
    ],
    followUps: [
      'Thunder ends {days}-day heatwave in {city}',
      'Planting shade: what {city} learned from {degrees} degrees',
    ],
    leads: [
      'The temperature in {city} reached {degrees} degrees on {day}, the highest since measurements of {year}, the weather service of {country} said.',
      'After {days} days of heat, {city} broke its record from {year} on {day} with {degrees} degrees.',
    ],
    details: [
      'The old record, from {year}, fell at twenty past three in the afternoon.',
      '{city} opened {centres} cooling centres, most of them libraries and churches.',
      'Electricity demand rose by {demand} per cent; the grid held.',
      'Tram rails were painted white to keep them from bending.',
    ],
    quotes: [
      '“One record is weather. Six in ten years is something else,” meteorologist {meteorologist} said.',
      '“I moved my desk into the wine cellar,” said {witness}, an accountant.',
    ],
    background: [
      'Five of the ten hottest days in {city} were measured in the past decade.',
      'Summers in {country} have warmed by almost two degrees since {year}.',
    ],
    outlook: ['Thunderstorms are expected by the weekend.', 'The heat warning stays in force.'],
  },
};
