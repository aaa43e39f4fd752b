import type { Sentences } from './sentences.types.ts'

export const spanish: Sentences = {
  headlines: {
    positive: ['Buenas noticias para {t}', '{p} celebra el éxito: así triunfa {t}', 'Un gran año para {t}, según {o}'],
    neutral: ['Lo que hay que saber sobre {t}', '{o} publica sus datos sobre {t}', 'Cinco preguntas sobre {t}'],
    negative: ['Preocupación en {p} por {t}', '{o} alerta: graves problemas con {t}', 'Crecen las quejas sobre {t}'],
  },
  causeHeadlines: ['{t}: las preguntas tras {c}', 'Qué cambia en {p} después de {c}'],
  reports: {
    positive: [
      'Los vecinos de {p} están encantados y hablan de un éxito excelente.',
      'Según {o}, la confianza mejoró un {n} por ciento.',
      'Los expertos aplauden los buenos resultados y esperan más apoyo.',
    ],
    neutral: [
      'Según {o}, el {n} por ciento de los hogares se ha informado sobre {t}.',
      'Las autoridades de {p} presentarán un nuevo informe en primavera.',
      'La encuesta preguntó a {n} comercios de {p} y sus alrededores.',
      'El interés por {t} cambia mucho de una región a otra.',
      'Los analistas comparan las cifras con las de hace un año.',
    ],
    negative: [
      'Muchas familias de {p} se sienten engañadas y hablan de un fracaso.',
      '{o} advierte de riesgos graves y pérdidas del {n} por ciento.',
      'Las quejas por el mal servicio aumentaron otra vez este mes.',
    ],
  },
  causeReports: ['Todo cambió desde {c}, explica {o}.', 'En {p} casi nadie conocía los riesgos antes de {c}.'],
  postTitles: ['¿Alguien tiene experiencia con {t}?', 'Mi opinión sobre {t} después de {n} semanas', 'Dudas sobre {t}'],
  opinions: {
    positive: [
      'Me encanta, la mejor decisión del año.',
      'Muy contento con el resultado, gracias a todos por la ayuda.',
      'En {p} estamos encantados con {t} desde hace {n} semanas.',
      'Excelente, lo recomiendo a todo {p}.',
    ],
    neutral: [
      'Llevamos {n} semanas comparando antes de decidir sobre {t}.',
      'En {p} se habla mucho sobre {t} últimamente.',
      '¿Alguien tiene los datos de {o} sobre {t}?',
      'Somos {n} en el grupo y vivimos cerca de {p}.',
      'Pasé el año pasado comparando con {x}.',
    ],
    negative: [
      'Una experiencia horrible, no lo repetiría.',
      'Qué decepción, perdimos {n} días y nadie responde.',
      'Un desastre en {p}: {t} solo nos dio problemas.',
      'Lo que cuenta {o} sobre {t} es mentira, estoy muy enfadado.',
    ],
  },
}
