/** Proper names of things that are neither people, places nor firms. Invented, and the same in every language. */
export const CLUB_SUFFIXES = [
  'Rovers',
  'Herons',
  'Athletic',
  'Wanderers',
  'United',
  'Lanterns',
  'Mariners',
  'City',
];

export const MOONS = ['Thessa', 'Ombrion', 'Calix', 'Nerys', 'Vandal b', 'Comet Ilmarin'];

export const GADGETS = [
  'Foldleaf',
  'Pocket Lantern',
  'Hush 3',
  'Orbit Slate',
  'Paperphone',
  'Tidewatch',
  'Kettlebot',
  'Murmur Buds',
];

export const FILMS = [
  'The Salt Orchard',
  'Nine Lanterns',
  'A Winter in Skaldvik',
  'The Cartographer’s Daughter',
  'Low Tide Waltz',
  'Paper Moons',
  'The Last Lighthouse',
  'Dust and Honey',
  'Seven Ferries',
  'Goodnight, Kelmouth',
];
export const FESTIVALS = [
  'Golden Heron',
  'Orlaine Film Festival',
  'Silver Lantern Awards',
  'Skaldvik Screen Prize',
];
export const ALBUMS = [
  'Harbour Lights, Vol. 2',
  'Quiet Machinery',
  'Postcards From Nowhere',
  'Salt on the Window',
  'All My Maps',
  'Thunder, Softly',
  'Second Breakfast',
];

export const DISHES = [
  'smoked plum dumplings',
  'salted honey toasts',
  'pickled pear tacos',
  'black garlic pancakes',
  'frozen rhubarb clouds',
  'cardamom chips',
  'chestnut noodles',
];

export const FAIRS = [
  'Lantern Week',
  'Herring Days',
  'Festival of Kites',
  'Feast of Bells',
  'Night of a Thousand Boats',
  'Plum Harvest Fair',
  'Cheese Sunday',
  'Candle Regatta',
  'Chestnut Weekend',
  'Drummers’ Night',
  'Wool Market',
];
