import { category } from './entry.ts';

export const WORLD = category(
  [0, 'world', 'World', 'united nations, ~foreign minister, ~embassy, ~international community, ~overseas'],
  [
    [
      12,
      'africa',
      'Africa',
      'africa, african union, nigeria, kenya, ethiopia, tigray, south africa, johannesburg, ghana, sudan, darfur, somalia, mogadishu, congo, kinshasa, uganda, rwanda, zimbabwe, harare, tanzania, mozambique, mali, sahel, burkina faso, ~niger, cameroon, senegal, angola, zambia, malawi, lagos, nairobi, ivory coast, ecowas',
    ],
    [
      13,
      'asia-pacific',
      'Asia and Pacific',
      'asia, asean, japan, tokyo, japanese, south korea, seoul, north korea, pyongyang, kim jong un, taiwan, taipei, indonesia, jakarta, philippines, manila, vietnam, hanoi, thailand, bangkok, myanmar, rohingya, malaysia, kuala lumpur, singapore, cambodia, laos, australia, canberra, new zealand, ~wellington, fiji, papua new guinea, mongolia',
    ],
    [
      14,
      'south-asia',
      'South Asia',
      'india, new delhi, modi, mumbai, pakistan, islamabad, karachi, imran khan, bangladesh, dhaka, sri lanka, colombo, nepal, kathmandu, afghanistan, kabul, taliban, kashmir, bhutan, maldives',
    ],
    [
      15,
      'china',
      'China',
      'china, chinese, beijing, xi jinping, shanghai, hong kong, xinjiang, uyghur, uighur, tibet, communist party of china, wuhan, south china sea',
    ],
    [
      16,
      'europe',
      'Europe',
      'europe, european union, brussels, european commission, european parliament, von der leyen, germany, berlin, merkel, scholz, france, paris, macron, italy, ~rome, spain, madrid, catalonia, greece, athens, portugal, lisbon, poland, warsaw, hungary, orban, austria, vienna, netherlands, belgium, sweden, norway, denmark, finland, ireland, dublin, romania, bulgaria, serbia, kosovo, balkans, czech, slovakia, switzerland, brexit, eurozone',
    ],
    [
      17,
      'russia-and-neighbours',
      'Russia and neighbours',
      'russia, russian, kremlin, putin, moscow, navalny, ukraine, kyiv, kiev, zelensky, zelenskiy, donbas, crimea, belarus, minsk, lukashenko, ~georgia tbilisi, armenia, azerbaijan, nagorno karabakh, kazakhstan, uzbekistan, kyrgyzstan, tajikistan, chechnya',
    ],
    [
      18,
      'middle-east',
      'Middle East',
      'middle east, israel, israeli, netanyahu, gaza, hamas, west bank, palestinian, jerusalem, tel aviv, iran, tehran, iranian, iraq, baghdad, syria, assad, damascus, lebanon, beirut, hezbollah, saudi arabia, riyadh, yemen, houthi, qatar, doha, united arab emirates, dubai, abu dhabi, ~jordan amman, egypt, cairo, ~turkey, erdogan, ankara, kurdish, libya, tripoli, tunisia, algeria, morocco, islamic state',
    ],
    [
      19,
      'americas',
      'Latin America and Caribbean',
      'latin america, south america, brazil, bolsonaro, lula, rio de janeiro, sao paulo, argentina, buenos aires, chile, ~santiago, colombia, bogota, venezuela, maduro, caracas, peru, ~lima, ecuador, bolivia, mexico, mexican, cuba, havana, haiti, guatemala, honduras, el salvador, nicaragua, panama, caribbean, jamaica, puerto rico, dominican republic',
    ],
    [
      20,
      'conflicts',
      'War and conflict',
      '~war, ceasefire, airstrike, air strike, missile strike, rebels, insurgent, militia, troops, shelling, hostage, suicide bomber, bombing, militant, civil war, coup, invasion, frontline, peace talks, war crime, terror attack, terrorist, jihadist, drone strike, roadside bomb, gunmen',
    ],
    [
      21,
      'diplomacy',
      'Diplomacy',
      'diplomat, diplomatic, foreign minister, secretary of state, ambassador, sanctions, summit, g7, g20, treaty, nato, bilateral, security council, nuclear deal, state visit, peace deal',
    ],
    [
      22,
      'migration',
      'Migration',
      'migrant, refugee, asylum, asylum seeker, immigration, immigrant, border crossing, deportation, deported, border patrol, migrant caravan, human trafficking, displaced people',
    ],
  ],
);
