import type { Random } from '@auspex/contract/random'
import {
  categories,
  conditions,
  countries,
  countryNames,
  endings,
  groups,
  handles,
  hosts,
  languages,
  licences,
  models,
  occurrences,
  openings,
  organizations,
  outlets,
  people,
  places,
  sentences,
  studies,
  topics,
  treatments,
} from './vocabulary.ts'

type Write = (random: Random) => string

/** The position of a value in its schema. */
export interface Place {
  /** The property of the value or of the list around it; empty at the top level. */
  name: string
  /** The component of that property. */
  within: string
  /** The component of the value itself; empty for an inline schema. */
  component: string
  /** What the object around it means to its parent: an estimate may be that of a tone. */
  around?: string
}

export const top: Place = { name: '', within: '', component: '' }

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

function code(random: Random, length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += letters[random.int(0, letters.length - 1)]
  return text
}

const topic: Write = (random) => random.pick(topics)

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const title: Write = (random) =>
  random.chance(0.5) ? `${random.pick(openings)} ${topic(random)}` : `${capital(topic(random))} ${random.pick(endings)}`
const paragraph: Write = (random) => `${random.pick(sentences)} ${random.pick(sentences)}`
const slug: Write = (random) => `${topic(random).replaceAll(' ', '-')}-${code(random, 4)}`
export const url: Write = (random) => `https://${random.pick(hosts)}/${slug(random)}`
export const email: Write = (random) => {
  const [first = '', last = ''] = random.pick(people).toLowerCase().split(' ')
  return `${first}.${last}@${random.pick(hosts)}`
}

/** The meaning of a text by the name of its property. The first matching rule applies. */
const meanings: readonly (readonly [RegExp, Write])[] = [
  [/e-?mail/i, email],
  [/(avatar|image|logo|picture|thumbnail|icon|cover)/i, (random) => `${url(random)}.png`],
  [/(url|uri|link|homepage|href|website)$/i, url],
  [/(cursor|token|checksum|hash|etag)$/i, (random) => code(random, 16)],
  [/(^|_)(ids?|key)$|[a-z]I[dD]s?$/, (random) => code(random, 8)],
  [/(^|_)clusters?$|Clusters?$/, (random) => code(random, 6)],
  [/(countr(y|ies)|geo|nation)(code)?s?$/i, (random) => random.pick(countries)],
  [/(lang|language|locale)s?$/i, (random) => random.pick(languages)],
  [/(place|city|region|location)s?$/i, (random) => random.pick(places)],
  [/^first_?name$/i, (random) => random.pick(people).split(' ')[0] ?? ''],
  [/^last_?name$/i, (random) => random.pick(people).split(' ')[1] ?? ''],
  [/^(user|person|owner|author|display)Name$/, (random) => random.pick(people)],
  [/(handle|username|screen_?name|nickname|creator)s?$/i, (random) => `@${random.pick(handles)}`],
  [
    /(author|person|owner|createdBy|sender|recipient|first_?name|last_?name|fullName)s?(name)?$/i,
    (random) => random.pick(people),
  ],
  [/(outlet|publisher|journal|venue|community)s?(name)?$/i, (random) => random.pick(outlets)],
  [/(organi[sz]ation|company|sponsor|brand)s?(name)?$/i, (random) => random.pick(organizations)],
  [/(host|domain)(name)?s?$/i, (random) => random.pick(hosts)],
  [/(hash_?tag|tag)s?$/i, (random) => topic(random).replaceAll(' ', '')],
  [/(condition|disease)s?$/i, (random) => random.pick(conditions)],
  [/(intervention|treatment)s?$/i, (random) => random.pick(treatments)],
  [/publication_?types?$/i, (random) => random.pick(studies)],
  [/(categor(y|ies)|industr(y|ies))|^category/i, (random) => random.pick(categories)],
  [/licen[cs]e$/i, (random) => random.pick(licences)],
  [/^doi$/i, (random) => `10.1000/${code(random, 8)}`],
  [/^(event|action)$/, (random) => random.pick(occurrences)],
  [/model$/i, (random) => random.pick(models)],
  [/^arguments$/, (random) => `{"id":"sig_${code(random, 8)}"}`],
  [/^roles?$/, () => 'member'],
  [/^unit$/, () => 'documents'],
  [/^exchange$/, (random) => random.pick(['XOSL', 'XETR', 'XNAS'])],
  [/^archetype$/, (random) => random.pick(['strategist', 'researcher', 'marketer'])],
  [/^(notHonoured|adjustedFor)$/, (random) => random.pick(['geo', 'entity', 'weekday'])],
  [/(user_?agent)$/i, () => 'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0'],
  [/(file_?name|file)$/i, (random) => `${slug(random)}.csv`],
  [/version$/i, (random) => `0.${random.int(1, 9)}.${random.int(0, 9)}`],
  [/(path|route)$/i, (random) => `/signals/sig_${code(random, 8)}`],
  [/pointer$/i, (random) => `/counts/${random.pick(['negative', 'neutral', 'positive'])}`],
  [
    /(^|_)(code|type)$|[a-z](Code|Type)$/,
    (random) => random.pick(['signals.not_found', 'request.invalid', 'searches.busy']),
  ],
  [/method$/i, (random) => random.pick(['quasi-Poisson log ratio', 'Wilson interval', 'bootstrap mean'])],
  [/(title|headline|subject)$/i, title],
  [/(term|query|topic|keyword|word|phrase|entity|canonical|interest|context|narrative|theme|needle)s?$/i, topic],
  [
    /(description|summary|text|detail|reason|message|excerpt|body|content|snippet|note|comment|abstract|answer|prompt|quote|delta|instruction|caption|verdict|suggestion|notCausal|why)s?$/i,
    paragraph,
  ],
]

/** The meaning of a name depends on its owner. */
const names: readonly (readonly [RegExp, Write])[] = [
  [/user|profile|person|member|author|voice|creator|contact|colleague/i, (random) => random.pick(people)],
  [/group|team/i, (random) => random.pick(groups)],
  [/organi[sz]ation|company|stock/i, (random) => random.pick(organizations)],
  [/categor|industr/i, (random) => random.pick(categories)],
  [/model/i, (random) => random.pick(models)],
  [/countr/i, (random) => random.pick(countryNames)],
  [/outlet|source/i, (random) => random.pick(outlets)],
  [/place|location/i, (random) => random.pick(places)],
]

/** Chooses the text generator: by the property's name, else by its component's. */
export function writerOf({ name, within, component }: Place): Write {
  if (/^(display)?(name|label)s?$/i.test(name)) {
    const write = names.find(([owner]) => owner.test(within))?.[1] ?? topic
    return (random) => capital(write(random))
  }
  const find = (text: string) => meanings.find(([meaning]) => meaning.test(text))?.[1]
  return find(name) ?? find(component) ?? topic
}

/** Cuts a text at a word, or pads it, to its length limits in code points, as JSON Schema counts them. */
export function fit(text: string, minLength: number, maxLength: number): string {
  let fitted = text
  if (text.length > maxLength) {
    const cut = text.slice(0, maxLength)
    const space = cut.lastIndexOf(' ')
    fitted = space > maxLength / 2 ? cut.slice(0, space) : cut.trimEnd()
  }
  return fitted.length < minLength ? fitted.padEnd(minLength, 'o') : fitted
}
