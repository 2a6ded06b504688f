import { category } from './entry.ts';

export const ENTERTAINMENT = category(
  [
    8,
    'entertainment',
    'Entertainment',
    'entertainment, showbiz, ~star, ~fans, ~premiere, ~actor, ~singer, ~show',
  ],
  [
    [
      99,
      'film',
      'Film',
      'film, movie, box office, hollywood, ~director, marvel, ~disney, star wars, oscar, academy award, trailer, sequel, cinema, bollywood, actress, screenplay, spider man, batman, james bond, sundance, cannes, warner bros, avengers, blockbuster, sundance film festival, dc films, mcu',
    ],
    [
      100,
      'television',
      'Television and streaming',
      'netflix, hbo, hulu, disney plus, tv series, television, sitcom, season finale, reality tv, bachelor, strictly come dancing, coronation street, eastenders, emmerdale, game of thrones, bridgerton, the crown, mandalorian, snl, saturday night live, ~episode, bbc one, talk show, i m a celebrity, love island, bigg boss, showrunner, spoilers, emmy, spinoff, streaming service, late night host, game show',
    ],
    [
      101,
      'music',
      'Music',
      '~album, ~song, singer, concert, grammy, taylor swift, bts, beyonce, ~drake, rapper, billboard, k pop, kanye west, music video, pop star, guitarist, tour dates, ~band, spotify, rock band, festival lineup, ariana grande, adele, billie eilish, hip hop, eurovision, glastonbury, opera, orchestra, jazz, rolling stones, debut single, eminem, dj',
    ],
    [
      102,
      'celebrities',
      'Celebrities',
      'celebrity, kardashian, kim kardashian, kylie jenner, jennifer lopez, ben affleck, brad pitt, angelina jolie, red carpet, paparazzi, britney spears, justin bieber, ~engaged, ~split from, ~girlfriend, baby bump, instagram post, ~stuns, ~divorce, katie price, pete davidson, hailey bieber, rihanna, ~dating, megan fox, reality star',
    ],
    [
      103,
      'royals',
      'Royals',
      'royal family, queen elizabeth, prince harry, meghan markle, prince william, kate middleton, buckingham palace, prince charles, duchess, duke of sussex, princess diana, prince andrew, prince philip, royal wedding, duke of cambridge, monarch, camilla',
    ],
    [
      104,
      'books',
      'Books',
      'novel, ~author, book review, bestseller, booker prize, ~publisher, memoir, novelist, poet, poetry, literary, harry potter, j k rowling, nobel prize in literature, stephen king, ~library, pulitzer',
    ],
    [
      105,
      'arts-and-theatre',
      'Arts and theatre',
      'theatre, broadway, west end, museum, exhibition, art gallery, ~painting, sculpture, ~artist, ballet, playwright, musical theatre, banksy, auction house, picasso, sotheby, christie s, photography exhibition, shakespeare, stage play, tony awards, dance company, architecture',
    ],
    [
      106,
      'comics-and-animation',
      'Comics and animation',
      'anime, manga, comic book, animated, pixar, one piece, dragon ball, attack on titan, crunchyroll, cosplay, comic con, studio ghibli, demon slayer, naruto, dc comics, marvel comics, cartoon, my hero academia',
    ],
    [
      107,
      'media',
      'Media',
      'journalist, newspaper, broadcaster, cnn, fox news, bbc licence, news anchor, ~magazine, newsroom, podcast, joe rogan, radio station, tv host, rupert murdoch, journalism, tucker carlson, piers morgan, press conference, ~advertising, ~presenter',
    ],
  ],
);
