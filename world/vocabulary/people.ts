import type { Draw } from '../draw.ts';
import type { Language } from '../types.ts';
import { coinName } from './coined.ts';

const FIRST_NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: words(`Maren Tobin Idris Corvin Lysa Edda Rowan Juno Silas Petra Amara Kofi Leila Nadim Wren Aldous Imogen Bram
    Thea Hollis Zuri Tamsin Jory Odette Farah Emeric Saskia Dorian Nell Quentin Ayo Mirabel`),
  de: words(
    'Anneke Jost Liesel Ruprecht Marit Konrad Friederun Eckhart Wiebke Torben Hedda Lorenz Svea Volker',
  ),
  fr: words(
    'Apolline Bastien Clothilde Évariste Maëlle Florian Solange Thibaud Océane Gaspard Lison Rémi Ysée',
  ),
  es: words(
    'Ximena Baltasar Remedios Lautaro Noelia Evaristo Candela Ignacio Amparo Rodrigo Julieta Severino',
  ),
  ru: words('Arina Bogdan Varvara Gleb Darina Elisey Zlata Kirill Lada Matvey Nadezhda Oleg Polina Timur'),
};

/** Family names are inventions, so that no drawn name is likely to be a person's. */
export function personName(draw: Draw, language: Language): string {
  return `${draw.pick(FIRST_NAMES[language])} ${coinName(draw, language)}`;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
