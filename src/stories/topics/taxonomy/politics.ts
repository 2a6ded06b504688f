import { category } from './entry.ts';

export const POLITICS = category(
  [
    2,
    'politics',
    'Politics',
    'politics, political, politician, ~minister, ~president, ~bill, ~vote, ~policy',
  ],
  [
    [
      31,
      'elections',
      'Elections',
      'election, ballot, polling station, voter, votes counted, campaign trail, ~candidate, primary election, presidential race, exit poll, runoff, mail in voting, electoral college, swing state, by election, referendum, turnout, midterm',
    ],
    [
      32,
      'government',
      'Government',
      'prime minister, president biden, president trump, white house, downing street, ~cabinet, ~chancellor, government minister, executive order, inauguration, cabinet reshuffle, head of state, coalition government, home secretary, first minister, chief minister',
    ],
    [
      33,
      'parliament',
      'Parliament and legislation',
      'parliament, ~congress, senate, senator, house of representatives, house of commons, house of lords, lawmakers, legislation, legislature, bill passed, filibuster, lok sabha, rajya sabha, bundestag, congressman, congresswoman, member of parliament, speaker of the house, pelosi, mcconnell, knesset, duma',
    ],
    [
      34,
      'parties',
      'Parties',
      '~republican, ~democrat, democratic party, labour party, conservative party, tory, tories, gop, liberal democrats, bjp, congress party, green party, snp, party leader, party conference, opposition leader, far right party, leadership contest, keir starmer, liberal party',
    ],
    [
      35,
      'foreign-policy',
      'Foreign policy and defence',
      'foreign policy, pentagon, ministry of defence, defense secretary, military spending, arms deal, national security, armed forces, army chief, ~navy, air force, fighter jet, nuclear weapons, ballistic missile, intelligence agency, cia, ~spy, espionage, ~veterans',
    ],
    [
      36,
      'public-finances',
      'Budget and taxes',
      '~budget, tax cut, tax rise, income tax, public spending, deficit, national debt, debt ceiling, stimulus bill, stimulus check, treasury secretary, austerity, spending review, government shutdown, finance minister, relief bill, fiscal policy',
    ],
    [
      37,
      'scandals',
      'Scandals and inquiries',
      'impeachment, ~corruption, bribery, political scandal, ethics committee, ~resigns, ~resignation, whistleblower, public inquiry, cover up, subpoena, special counsel, leaked documents, conflict of interest, misconduct',
    ],
    [
      38,
      'democracy',
      'Democracy and human rights',
      'human rights, ~democracy, press freedom, authoritarian, dictator, censorship, political prisoner, freedom of speech, disinformation, pro democracy, crackdown, election fraud, voting rights, gerrymandering, capitol riot, dissident',
    ],
  ],
);
