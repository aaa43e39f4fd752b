/** Countries that have an edition, with its language; others use the English edition of the United States. */
const languages: Readonly<Record<string, string>> = {
  AE: 'ar',
  AR: 'es-419',
  AT: 'de',
  AU: 'en-AU',
  BD: 'bn',
  BE: 'fr',
  BG: 'bg',
  BR: 'pt-BR',
  CA: 'en-CA',
  CH: 'de',
  CL: 'es-419',
  CO: 'es-419',
  CU: 'es-419',
  CZ: 'cs',
  DE: 'de',
  EG: 'ar',
  ES: 'es',
  FR: 'fr',
  GB: 'en-GB',
  GR: 'el',
  HK: 'zh-HK',
  HU: 'hu',
  ID: 'id',
  IE: 'en-IE',
  IL: 'he',
  IN: 'en-IN',
  IT: 'it',
  JP: 'ja',
  KE: 'en-KE',
  KR: 'ko',
  LT: 'lt',
  LV: 'lv',
  MX: 'es-419',
  MY: 'en-MY',
  NG: 'en-NG',
  NL: 'nl',
  NO: 'no',
  NZ: 'en-NZ',
  PE: 'es-419',
  PH: 'en-PH',
  PK: 'en-PK',
  PL: 'pl',
  PT: 'pt-PT',
  RO: 'ro',
  RS: 'sr',
  RU: 'ru',
  SA: 'ar',
  SE: 'sv',
  SG: 'en-SG',
  SI: 'sl',
  SK: 'sk',
  TH: 'th',
  TR: 'tr',
  TW: 'zh-TW',
  UA: 'uk',
  US: 'en-US',
  VN: 'vi',
  ZA: 'en-ZA',
}

export interface Edition {
  hl: string
  gl: string
  ceid: string
}

/** The edition's name for its language where that differs from the language of its texts. */
const editionNames: Readonly<Record<string, string>> = {
  'pt-BR': 'pt-419',
  'pt-PT': 'pt-150',
  'zh-HK': 'zh-Hant',
  'zh-TW': 'zh-Hant',
}

/** The edition for a country; null when there is none. The three parameters must agree. */
export function editionOf(country: string): Edition | null {
  const language = languages[country]
  if (language === undefined) return null
  const name = editionNames[language] ?? language.replace(/^en-.*/, 'en')
  return { hl: language, gl: country, ceid: `${country}:${name}` }
}
