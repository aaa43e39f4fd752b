/** The kind of a name; `other` where neither the name nor its words show it. */
export type EntityKind = 'person' | 'organization' | 'place' | 'other'

const organizationEndings = new Set(
  (
    'inc corp corporation ltd llc plc ag gmbh sa co company group holdings bank university college institute ministry agency ' +
    'department commission committee council association foundation party court parliament senate congress airlines motors ' +
    'pharmaceuticals therapeutics technologies systems labs laboratories partners capital media news times post journal fc united ' +
    'hospital police army union federation organization organisation'
  ).split(' '),
)
const organizationStarts = new Set('university bank ministry department office institute house court'.split(' '))
const placeEndings = new Set(
  'city county island islands river lake mountain mountains valley bay beach street avenue republic province district peninsula ocean sea desert airport'.split(
    ' ',
  ),
)
const titles = new Set(
  'mr mrs ms dr prof president senator sen rep gov governor minister king queen prince princess pope sir judge captain'.split(
    ' ',
  ),
)

const countries =
  'afghanistan|algeria|argentina|australia|austria|bangladesh|belarus|belgium|brazil|bulgaria|canada|chile|china|colombia|croatia|cuba|' +
  'czech republic|denmark|egypt|ethiopia|finland|france|germany|ghana|greece|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|' +
  'italy|japan|kenya|kuwait|lebanon|libya|malaysia|mexico|morocco|myanmar|nepal|netherlands|new zealand|nigeria|north korea|norway|' +
  'pakistan|peru|philippines|poland|portugal|qatar|romania|russia|saudi arabia|serbia|singapore|slovakia|south africa|south korea|spain|' +
  'sudan|sweden|switzerland|syria|taiwan|thailand|tunisia|turkey|uganda|ukraine|united arab emirates|united kingdom|united states|uk|us|u.s.|usa|' +
  'venezuela|vietnam|yemen|zimbabwe'
const areas =
  'africa|asia|europe|antarctica|america|latin america|middle east|california|texas|florida|new york|alaska|hawaii|ohio|michigan|' +
  'london|paris|berlin|tokyo|beijing|shanghai|wuhan|hong kong|moscow|delhi|new delhi|mumbai|chicago|los angeles|san francisco|boston|' +
  'washington|seattle|toronto|sydney|melbourne|dubai|rome|madrid|brussels|vienna|amsterdam|stockholm|oslo|copenhagen|helsinki|cairo|lagos'
const places = new Set(`${countries}|${areas}`.split('|'))
const organizations = new Set(
  (
    'apple|google|microsoft|amazon|facebook|meta|tesla|twitter|netflix|nvidia|intel|ibm|oracle|samsung|sony|toyota|boeing|airbus|pfizer|moderna|' +
    'nasa|fda|cdc|fbi|cia|epa|imf|nato|opec|unesco|unicef|eu|un|who|bbc|cnn|nba|nfl|fifa|uefa|openai|spacex|uber|oatly'
  ).split('|'),
)

/** Whether a word addresses a person ("Dr.", "President"). */
export function isPersonTitle(word: string): boolean {
  return titles.has(word.toLowerCase().replace('.', ''))
}

/** A full name without the title before it, so that one person has one name; "Queen Elizabeth" needs hers. */
export function withoutTitle(name: string): string {
  const [title = '', ...rest] = name.split(' ')
  return rest.length >= 2 && isPersonTitle(title) ? rest.join(' ') : name
}

/** Classifies a name by short lists and indicative words; anything else is `other`, never a guess. */
export function kindOfName(name: string): EntityKind {
  const lower = name.toLowerCase()
  if (places.has(lower)) return 'place'
  if (organizations.has(lower)) return 'organization'
  const words = lower.replaceAll('.', '').split(' ')
  if (words.length < 2) return 'other'
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (isPersonTitle(first)) return 'person'
  if (organizationEndings.has(last) || (organizationStarts.has(first) && words[1] === 'of')) return 'organization'
  return placeEndings.has(last) ? 'place' : 'other'
}
