import { category } from './entry.ts';

export const NATION = category(
  [1, 'nation', 'Nation', '~local authorities, ~police said, ~county, ~residents, ~city council, ~statewide'],
  [
    [
      23,
      'crime',
      'Crime',
      'murder, murdered, homicide, stabbing, stabbed, ~shooting, shot dead, gunman, robbery, burglary, kidnapped, kidnapping, arrested, manslaughter, rape, sexual assault, drug trafficking, gang, fraudster, suspect, arson, serial killer, assault charges, mass shooting, carjacking',
    ],
    [
      24,
      'courts',
      'Courts and justice',
      '~court, ~judge, jury, trial, lawsuit, sentenced, verdict, supreme court, prosecutor, defendant, convicted, plaintiff, appeal court, attorney general, pleaded guilty, indicted, prison sentence, death row, testimony, acquitted, inquest',
    ],
    [
      25,
      'policing',
      'Policing',
      'police officer, police department, police chief, policing, police brutality, sheriff, constable, detectives, fbi, metropolitan police, body camera, use of force',
    ],
    [
      26,
      'local-affairs',
      'Cities and local affairs',
      'city council, mayor, town hall, borough, county commissioner, council tax, zoning, municipal, neighbourhood, neighborhood, local council, planning permission, waste collection',
    ],
    [
      27,
      'transport',
      'Transport',
      'railway, train service, commuters, motorway, highway, ~traffic, bus route, subway, metro line, road closure, rail strike, high speed rail, pedestrian, plane crash, car crash, collision, bridge collapse, derailed, cyclist killed, road accident',
    ],
    [
      28,
      'emergencies',
      'Accidents and emergencies',
      'firefighters, fire crews, explosion, ~rescue, rescued, evacuated, emergency services, paramedics, missing person, search and rescue, drowned, coastguard, coast guard, building collapse, blaze, gas leak, earthquake, tsunami, volcano eruption, landslide',
    ],
    [
      29,
      'society',
      'Society and rights',
      'racism, racial justice, black lives matter, ~protest, protesters, demonstration, civil rights, gender equality, lgbt, lgbtq, transgender, same sex marriage, abortion, discrimination, poverty, homeless, homelessness, census, welfare benefits, hate crime, indigenous, gun control, food bank',
    ],
    [
      30,
      'religion',
      'Religion',
      'pope, vatican, catholic church, ~church, bishop, archbishop, mosque, muslim, islam, hindu, ~temple, synagogue, jewish, rabbi, christian, christianity, buddhist, dalai lama, ramadan, easter service, evangelical, pilgrimage',
    ],
  ],
);
