import type { Schema } from './schema.ts'
import type { ErrorObject } from 'ajv'
import leven from 'leven'
import { maxFaults } from './bounded-keywords.ts'

/** One place of a request that the contract does not accept. */
export interface InvalidField {
  in: 'path' | 'query' | 'header' | 'body'
  /** JSON pointer into that part, for example `/query_term`; `/` for the whole part. */
  pointer: string
  message: string
  /** Set where a caller's program can react: the contract has no such field. */
  code?: 'field.unknown'
  /** The known field that was probably meant. */
  nearest?: string
}

/**
 * Describes faults for the caller; the fault of a missing or unknown property points at that property. Unknown ones come first: a misspelled field is
 * often the reason why another is missing.
 */
export function toInvalidFields(part: InvalidField['in'], errors: readonly ErrorObject[]): InvalidField[] {
  const [unknown, others] = [errors.filter(isUnknownField), errors.filter((error) => !isUnknownField(error))]
  return [...unknown.slice(0, maxFaults), ...others].slice(0, maxFaults).map((error) => ({
    in: part,
    pointer: `${error.instancePath}${propertyStep(error)}`.slice(0, 500) || '/',
    ...(isUnknownField(error) ? describeUnknown(error) : { message: describeFault(error).slice(0, 500) }),
  }))
}

function isUnknownField({ keyword }: ErrorObject): boolean {
  return keyword === 'additionalProperties'
}

function describeUnknown({ params, parentSchema }: ErrorObject): Omit<InvalidField, 'in' | 'pointer'> {
  const fieldNames = Object.keys((parentSchema as Schema | undefined)?.properties ?? {}) // compiled by ajv
  return nameUnknownField(String(params['additionalProperty']), fieldNames)
}

/** The fault of an unknown field: with the one that was probably meant, otherwise with the existing ones. */
export function nameUnknownField(name: string, known: readonly string[]): Omit<InvalidField, 'in' | 'pointer'> {
  const nearest = findNearestField(name, known)
  const message = 'is not part of the contract'
  if (nearest !== null) return { message: `${message}; did you mean ${nearest}?`, code: 'field.unknown', nearest }
  const all = known.length === 0 ? 'nothing is expected here' : `known here: ${listNames(known, 400)}`
  return { message: `${message}; ${all}`, code: 'field.unknown' }
}

/** As many names as fit, and a sign that there are more. */
function listNames(names: readonly string[], maxLength: number): string {
  const fitting = names.filter((_, index) => names.slice(0, index + 1).join(', ').length <= maxLength)
  return [...fitting, ...(fitting.length < names.length ? ['…'] : [])].join(', ')
}

/** Which parameter of a fault names the property that it is about. */
const propertyParameters: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
  discriminator: 'tag',
}

function propertyStep({ keyword, params }: ErrorObject): string {
  const name: unknown = params[propertyParameters[keyword] ?? '']
  return typeof name === 'string' ? pointerStep(name) : ''
}

/** One step of a JSON pointer; a long name is cut, because a problem's pointers are short. */
export function pointerStep(name: string): string {
  return `/${name.slice(0, 500).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The fault at a place of a request, as the rest of a sentence that begins with the name of the place. */
function describeFault({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  // the length of “Germany” is not what is wrong with it
  const isCountry = (parentSchema as Schema | undefined)?.['x-country'] === true // compiled by ajv
  if (keyword === 'x-country' || (isCountry && keyword.endsWith('Length')))
    return 'must be the ISO 3166-1 code of a country, such as DE'
  if (keyword === 'discriminator') return describeAlternative(params['tagValue'], parentSchema)
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return describeValue(data, params['allowedValues'].map(String)) // join alone writes null as nothing
  if (keyword === 'const') return `must be ${toText(params['allowedValue'])}`
  return (
    limitInWords(keyword, params['limit']) ?? typeInWords(params['type']) ?? message ?? `does not satisfy ${keyword}`
  )
}

/** The keyword under which a schema with a discriminator has the names of its alternatives: `createValidators` removes their mapping. */
export const alternativesKeyword = 'x-alternatives'

function describeAlternative(value: unknown, schema: object | undefined): string {
  const names = (schema as Record<string, unknown> | undefined)?.[alternativesKeyword] // compiled by ajv
  if (!Array.isArray(names) || names.length === 0) return 'names no alternative of the contract'
  return value === undefined
    ? `is required: one of ${listNames(names.map(String), 450)}`
    : describeValue(value, names.map(String))
}

/** Which values there are, and the one that a misspelled value probably meant. */
function describeValue(value: unknown, allowed: readonly string[]): string {
  const isName = typeof value === 'string' && value.length <= maxNameLength
  const nearest = isName ? findNeighbour(simplify(value), allowed) : undefined
  const rule = `must be one of ${listNames(allowed, nearest === undefined ? 450 : 380)}`
  return nearest === undefined ? rule : `${rule}; did you mean ${nearest}?`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const limits: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${countOf(limit, 'character')}`,
  minItems: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: (limit) => `must have at most ${countOf(limit, 'item')}`,
}

function limitInWords(keyword: string, limit: unknown): string | null {
  return typeof limit === 'number' ? (limits[keyword]?.(limit) ?? null) : null
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function typeInWords(type: unknown): string | null {
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types.length === 0 ? null : `must be ${types.map((each) => typeWords[each] ?? each).join(' or ')}`
}

/** Longer names are not misspellings of a field, and comparing them costs more than it is worth. */
const maxNameLength = 64

/**
 * Names with the same meaning for people, including those of other products, as `simplify` writes them. An unknown name maps to the first known one
 * of its group.
 */
const groups: readonly (readonly string[])[] = [
  'startdate startdatetime starttime start from fromdate datefrom since after begin begindate mindate fromday startday oldest',
  'enddate enddatetime endtime end to todate dateto until till before upto maxdate today endday newest',
  'geo country countrycode countries region location locale geocode nation market',
  'country geo countrycode region location',
  'queryterm query q term terms search searchterm searchtext text keyword keywords topic phrase topicname trendname trend xterm input',
  'xterm x termx firstterm terma queryterm term',
  'yterm y termy secondterm termb otherterm',
  'query q queryterm term text search searchterm keyword input',
  'terms term keywords query queryterm',
  'trend trendname topic queryterm query term signal signalid',
  'trendname trend topic queryterm query term name',
  'searchterm q query search term text filter keyword queryterm',
  'condition query q term disease queryterm search',
  'iscompound compound and both pair ispair isand all requireboth',
  'force forcerefresh refresh nocache fresh reload bypasscache skipcache',
  'checkcache cache usecache cached fromcache',
  'entity entities person people organization organisation company named',
  'sources source platform platforms providers provider origin sourcetypes',
  'source sources platform provider origin',
  'perpage limit pagesize size count top max rows maxresults take n',
  'limit perpage pagesize size count top max rows maxresults take n',
  'page pagenumber pageno p pageindex offset',
  'cursor next nextcursor pagetoken after continuation nextpage',
  'sort sortby orderby order ordering',
  'direction dir sortdirection sortorder orderdirection order',
  'title name displaytitle label heading caption headline',
  'name title displayname label',
  'description summary about notes details',
  'contents content text body markdown html',
  'content contents text body markdown html',
  'message text content body prompt question input query note comment',
  'file image picture photo cover upload attachment img avatar logo icon',
  'image file picture photo cover upload img avatar logo',
  'imageremoved removeimage deleteimage fileremoved clearimage',
  'organizationgroupid groupid group organizationgroup teamid team',
  'symbol ticker stock coin crypto asset quote',
  'horizondays horizon days forecastdays ahead',
  'windowdays window days period range span',
  'period window days range timeframe interval',
  'agemin minage agefrom minimumage',
  'agemax maxage ageto maximumage',
  'language lang locale languagecode',
  'to recipients recipient email emails userid userids receiver',
  'email mail emailaddress login username',
  'firstname givenname forename first',
  'lastname surname familyname last',
  'frequency interval every cadence schedule',
  'schedule cron frequency interval every cadence',
  'channels channel notify via delivery',
  'webhookurl webhook url callback callbackurl hook',
  'rule rules condition trigger threshold',
  'revision version rev etag ifmatch',
  'steps tasks actions nodes',
  'documents docs items rows records articles posts',
  'documentids ids docids articleids items',
  'signalids signals ids trends trendids topics',
  'signalid signal id trendid topicid',
  'trends topics signals signalids trendids items',
  'portfolios portfolioids ids items',
  'time timestamp date when at datetime occurredat ts',
  'useragent agent ua browser client',
  'data payload properties props event body',
  'feedurl url link rss feed href address',
  'url link href address permalink',
  'outlets outlet publisher publishers domain domains site sites',
  'outlet publisher domain site newspaper',
  'publishedat published pubdate date createdat created timestamp time publishdate datetime',
  'author by user username writer creator',
  'score upvotes likes points stars favorites favourites',
  'comments replies numcomments commentcount commentscount',
  'reposts retweets shares boosts repostcount',
  'views plays viewcount impressions',
  'tonetype tone sentiment sentimenttype polarity',
  'isread read seen',
  'read isread seen',
  'issaved saved bookmarked starred favorite',
  'id signalid requestid queryid portfolioid storyid projectid reportid threadid trendid subscriptionid monitorid',
  'requestid id queryid searchid request',
  'storyid id story',
  'projectid id project',
  'portfolioid id portfolio',
  'reportid id report',
  'threadid id chatid conversationid thread',
  'taskid task id step',
  'access enabled allowed isenabled ison',
  'module feature area',
].map((line) => line.split(' '))

/** The known name that a caller most likely meant; null when none is similar. */
export function findNearestField(name: string, known: readonly string[]): string | null {
  if (name.length > maxNameLength) return null
  const simple = simplify(name)
  if (simple === '') return null
  const words = wordsOf(name)
  return (
    known.find((each) => simplify(each) === simple) ??
    known.find((each) => wordsOf(each).toSorted().join(' ') === words.toSorted().join(' ')) ??
    findSynonym(simple, known) ??
    findNeighbour(simple, known) ??
    findWithin(words, known) ??
    null
  )
}

/** Letters and digits only, in lower case: `start_date_time`, `startDateTime` and `start-date-time` are one name. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function findSynonym(simple: string, known: readonly string[]): string | undefined {
  const bySimple = new Map(known.map((each) => [simplify(each), each]))
  for (const group of groups.filter((each) => each.includes(simple))) {
    const match = group.find((each) => bySimple.has(each))
    if (match !== undefined) return bySimple.get(match)
  }
  return undefined
}

/** The known name with the smallest edit distance; a short name may differ by fewer letters, because short words are similar by chance. */
function findNeighbour(simple: string, known: readonly string[]): string | undefined {
  const limit = Math.min(3, Math.floor((simple.length + 1) / 3))
  if (limit === 0) return undefined
  const distances = known.map((each) =>
    leven(simple, simplify(each).slice(0, maxNameLength), { maxDistance: limit + 1 }),
  )
  const minDistance = Math.min(...distances)
  return minDistance <= limit ? known[distances.indexOf(minDistance)] : undefined
}

/** The longest known name whose words all occur in this one, or of which this one is a part: `pageTitle` is a `title`. */
function findWithin(words: readonly string[], known: readonly string[]): string | undefined {
  return known
    .filter((each) => {
      const others = wordsOf(each)
      const [fewer, more] = others.length < words.length ? [others, words] : [words, others]
      return fewer.join('').length > 3 && fewer.every((word) => more.includes(word))
    })
    .toSorted((a, b) => b.length - a.length)[0]
}
