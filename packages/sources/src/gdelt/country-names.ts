import { countryCodes } from '@auspex/contract/countries'

/** Names that GDELT uses instead of the usual English name. */
const aliases: Readonly<Record<string, string>> = {
  'bosnia-herzegovina': 'BA',
  burma: 'MM',
  'cape verde': 'CV',
  congo: 'CG',
  'czech republic': 'CZ',
  'democratic republic of the congo': 'CD',
  'east timor': 'TL',
  'hong kong': 'HK',
  'ivory coast': 'CI',
  macau: 'MO',
  macedonia: 'MK',
  micronesia: 'FM',
  myanmar: 'MM',
  palestine: 'PS',
  'republic of the congo': 'CG',
  'slovak republic': 'SK',
  swaziland: 'SZ',
  turkey: 'TR',
  'vatican city': 'VA',
}

const english = new Intl.DisplayNames('en', { type: 'region' })

function nameOf(code: string): string {
  return code === 'XK' ? 'Kosovo' : (english.of(code) ?? code)
}

const codes = new Map(countryCodes().map((code) => [plain(nameOf(code)), code]))

/** The ISO alpha-2 code for a country as GDELT's article list writes it (English names, not FIPS); null when unknown. */
export function countryFromGdelt(name: string): string | null {
  const key = plain(name)
  return aliases[key] ?? codes.get(key) ?? codes.get(key.replace(/^the /, '')) ?? null
}

/** The value of the `sourcecountry:` operator: the English name without spaces. */
export function countryForGdelt(code: string): string {
  const alias = Object.entries(aliases).find(([name, other]) => other === code && name !== 'burma')
  return plain(alias && code !== 'CG' ? alias[0] : nameOf(code)).replace(/[^a-z]/g, '')
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[’']/g, '')
    .replace(/\s*\(.*\)$/, '')
    .trim()
}
