import { category } from './entry.ts';

export const SPORTS = category(
  [
    7,
    'sports',
    'Sports',
    'sport, ~coach, ~match, ~league, ~championship, ~tournament, ~season, ~players, ~defeat, ~victory',
  ],
  [
    [
      84,
      'football',
      'Football',
      'premier league, champions league, manchester united, manchester city, liverpool fc, chelsea, arsenal, tottenham, real madrid, barcelona, juventus, bayern munich, messi, ronaldo, fifa, uefa, la liga, serie a, bundesliga, striker, goalkeeper, midfielder, world cup qualifier, fa cup, europa league, soccer, mls, psg, transfer window, leeds united, everton, ~celtic, ~rangers, newcastle united, aston villa, penalty shootout, ligue 1, solskjaer, klopp, guardiola, mourinho, euro 2020',
    ],
    [
      85,
      'american-football',
      'American football',
      'nfl, quarterback, super bowl, touchdown, patriots, packers, ~cowboys, steelers, 49ers, ~chiefs, buccaneers, tom brady, wide receiver, running back, college football, linebacker, heisman, ~ravens, seahawks, ~browns, ~bills, ~eagles, ~broncos, ~rams, mahomes, aaron rodgers, nfl draft, cornerback, ~dolphins, bengals, field goal',
    ],
    [
      86,
      'basketball',
      'Basketball',
      'nba, basketball, lakers, lebron james, celtics, ~warriors, stephen curry, ~nets, ~bucks, ~clippers, kevin durant, point guard, wnba, march madness, 76ers, ~raptors, knicks, three pointer, rebounds, james harden, free throw, euroleague, ~mavericks, ~rockets, ncaa tournament, final four',
    ],
    [
      87,
      'baseball',
      'Baseball',
      'mlb, baseball, yankees, dodgers, red sox, ~mets, home run, pitcher, world series, astros, ~cubs, ~inning, shortstop, ~braves, ~padres, phillies, bullpen, outfielder, shohei ohtani, ~homer, blue jays, white sox, bases loaded, spring training',
    ],
    [
      88,
      'cricket',
      'Cricket',
      'cricket, wicket, test match, ipl, batsman, bowler, virat kohli, ashes, t20, odi, bcci, innings, rohit sharma, one day international, ~spinner, joe root, ms dhoni, county cricket, csk, big bash, steve smith, all rounder',
    ],
    [
      89,
      'rugby',
      'Rugby',
      'rugby, six nations, all blacks, springboks, super rugby, nrl, rugby league, try scorer, scrum, wallabies, lions tour, premiership rugby, rugby union, afl, state of origin, fly half, australian rules',
    ],
    [
      90,
      'tennis',
      'Tennis',
      'tennis, wimbledon, djokovic, nadal, federer, serena williams, australian open, french open, us open tennis, grand slam, atp, wta, davis cup, ~osaka, emma raducanu, andy murray, roland garros, barty, roddick, hewitt, medvedev',
    ],
    [
      91,
      'golf',
      'Golf',
      'golf, golfer, pga, tiger woods, masters tournament, ryder cup, birdie, the open championship, rory mcilroy, bryson dechambeau, augusta, pga tour, lpga, bogey, dustin johnson, phil mickelson, fairway, brooks koepka',
    ],
    [
      92,
      'motorsport',
      'Motorsport',
      'formula 1, f1, formula one, grand prix, lewis hamilton, verstappen, nascar, motogp, red bull racing, ferrari, mclaren, pole position, indycar, ~rally, pit stop, schumacher, vettel, daytona 500, le mans, fernando alonso',
    ],
    [
      93,
      'combat-sports',
      'Boxing and martial arts',
      'boxing, boxer, heavyweight, tyson fury, anthony joshua, ufc, mma, conor mcgregor, knockout, wwe, wrestling, khabib, jake paul, canelo, title fight, welterweight, octagon, wrestlemania, floyd mayweather, bellator, aew, smackdown',
    ],
    [
      94,
      'ice-hockey',
      'Ice hockey',
      'nhl, ice hockey, stanley cup, maple leafs, canadiens, bruins, ~penguins, ~capitals, power play, goaltender, oilers, hat trick hockey, sidney crosby, ~lightning, ~islanders, ~flyers, hockey, connor mcdavid, khl',
    ],
    [
      95,
      'olympics',
      'Olympics',
      'olympic, olympics, olympian, tokyo 2020, beijing 2022, gold medal, paralympic, ioc, paralympics, bronze medal, silver medal, commonwealth games, asian games',
    ],
    [
      96,
      'athletics-and-cycling',
      'Athletics, cycling and swimming',
      'athletics, sprinter, marathon, usain bolt, 100m, world athletics, tour de france, ~giro, cyclist, cycling, swimmer, ~swimming, gymnast, simone biles, hurdles, long jump, doping, triathlon, vuelta, gymnastics, decathlon',
    ],
    [
      97,
      'winter-sports',
      'Winter sports',
      'skiing, biathlon, ski jumping, figure skating, snowboard, alpine skiing, bobsleigh, curling, skater, slalom, downhill race, speed skating, cross country skiing, shiffrin',
    ],
    [
      98,
      'more-sports',
      'Other sports',
      'horse racing, jockey, grand national, kentucky derby, badminton, volleyball, handball, ~chess, darts, snooker, netball, table tennis, ~surfing, ~sailing, rowing, skateboarding, softball, lacrosse, hurling, gaelic football, kabaddi, squash, pv sindhu, racecourse, americas cup',
    ],
  ],
);
