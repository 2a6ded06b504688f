import type { CommonGrammar } from '../grammar.ts';

export const SPANISH_COMMON: CommonGrammar = {
  angles: [
    '{subject}: lo que se sabe',
    '{subject}: [cinco|seis] preguntas y respuestas',
    'Cronología: {subject}, hora a hora',
    'Opinión: tras este {day}, le toca mover ficha a {leader.last}',
    '«Nadie nos dijo nada»: voces de {city}',
  ],
  decorations: [
    'Última hora: {headline}',
    '{headline} (vídeo)',
    '{headline}, y {leader.last} responde',
    'En breve: {headline}',
    'En directo: {headline}',
  ],
  updateLeads: [
    'Horas después de la noticia se conocen nuevos detalles. {official} compareció de nuevo el {day}.',
  ],
  followUpLeads: [
    'Un día después, {city} busca respuestas.',
    'A la mañana siguiente llegó a {city} la hora del balance.',
  ],
  quotes: [
    '«En {city} no se habla de otra cosa», contó {witness} en la panadería.',
    'Para {expert}, de la Universidad de {city}, se trata de «un caso de manual» del que habrá que aprender.',
  ],
  reactions: [
    'Fuentes cercanas a {leader} señalaron que el gobierno espera un informe completo.',
    'El asunto fue el más comentado del {day} en las redes sociales del país.',
  ],
  grave: {
    decorations: ['{headline}: primeras imágenes', 'Alerta: {headline}'],
    updateLeads: ['Las autoridades precisaron sus datos en la tarde del {day}.'],
    quotes: [
      '«Nunca había visto algo así en {city}», dijo {witness}, que vive en el barrio desde siempre.',
      '«Seguimos la situación muy de cerca», dijo {official} ante la prensa.',
    ],
    reactions: ['El ayuntamiento de {city} abrió una línea telefónica para los vecinos.'],
  },
  closings: ['Habrá ampliación.', 'Se esperan más datos a lo largo de la semana.'],
  signOff: '(Información de {byline} en {city}; edición de {editor})',
  dateline: '{cityUpper} ({agency}) - ',
  correction: 'Fe de errores: una versión anterior daba la cifra {wrong}; la correcta es {right}.',
  days: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  sections: {
    world: 'Mundo',
    nation: 'Sociedad',
    politics: 'Política',
    business: 'Economía',
    technology: 'Tecnología',
    science: 'Ciencia',
    health: 'Salud',
    sports: 'Deportes',
    entertainment: 'Cultura',
    climate: 'Clima',
    education: 'Educación',
    lifestyle: 'Vivir',
  },
};
