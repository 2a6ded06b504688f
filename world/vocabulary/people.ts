import type { Draw } from '../draw.ts';
import type { Language } from '../types.ts';

/** Family names are inventions, so that no drawn name is likely to be a person's. */
const NAMES: Readonly<Record<Language, { first: readonly string[]; last: readonly string[] }>> = {
  en: {
    first:
      words(`Maren Tobin Idris Corvin Lysa Edda Rowan Juno Silas Petra Amara Kofi Leila Nadim Wren Aldous Imogen
      Bram Thea Hollis Zuri Tamsin Jory Odette Farah Emeric Saskia Dorian Nell Quentin Ayo Mirabel`),
    last: words(`Vantorre Oakhollow Brackenrill Thessaby Marlowight Quillfeather Stonebarrow Adderlane Winterquist
      Fennimoor Harkaway Osgrimm Tallowmere Ekundare Belzahri Kalumbo Dravenport Ashdowner Pellingrave Skarsgaardt
      Nwambe Larkenby Mossgrave Torvallen Yarrowby Cindermoss Hallowick Varnadine Zafaran Ilvermoor Gantwright
      Sorrelby Umbrage Tidewell Copperby Merrowin Jallohan Swanwhistle`),
  },
  de: {
    first: words(
      'Anneke Jost Liesel Ruprecht Marit Konrad Friederun Eckhart Wiebke Torben Hedda Lorenz Svea Volker',
    ),
    last: words(`Brandhuber-Aue Kesselwitz Sturmfeder Rosenhagel Tannhöfer Mühlgraben Eisenlaub Wolkenrath Dornbusker
      Haferkorn-Thal Birkenstedter Grauwinkel Löwenzahner Quellmann Schattauer Zirbelbach`),
  },
  fr: {
    first: words(
      'Apolline Bastien Clothilde Évariste Maëlle Florian Solange Thibaud Océane Gaspard Lison Rémi Ysée',
    ),
    last: words(`Clairvigne Montbrusc Larivaudière Beaucresson Valdoré Rochemiel Aubépinois Fontgrise Delorvanche
      Merlinaud Sauvequin Tournelac Brisemarc Hautebruyère Pontavril Grisolles-Aubin`),
  },
  es: {
    first: words(
      'Ximena Baltasar Remedios Lautaro Noelia Evaristo Candela Ignacio Amparo Rodrigo Julieta Severino',
    ),
    last: words(`Valdequema Torrealba-Luz Monteclaro Riosalado Peñamora Cantabriel Zorzalejo Aguasviva Marisombra
      Olivarejo Campoviento Estrellada Molinazul Quintafuego Robledaño Serenalba`),
  },
  ru: {
    first: words(
      'Arina Bogdan Varvara Gleb Darina Elisey Zlata Kirill Lada Matvey Nadezhda Oleg Polina Timur',
    ),
    last: words(`Zimolesov Berezkovets Tumanishin Ozertsev Kamnegor Vetrogon Snegirevich Polynov Rechnoy Dubravets
      Ledovoy Chernobor Yasenko Gromovets Lisogor Belomorets`),
  },
};

export function personName(draw: Draw, language: Language): string {
  const { first, last } = NAMES[language];
  return `${draw.pick(first)} ${draw.pick(last)}`;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
