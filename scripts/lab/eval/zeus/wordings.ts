/** Training questions from hand-written wordings (questions/wordings) with the topics, days and places of the labelled questions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@auspex/contract/random'
import { ambiguousNames } from '../../../../packages/analyst/src/understand/reader/word-lists.ts'
import type {
  Answerable,
  Following,
  Form,
  Want,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import type { SpanKind } from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import { type LabelledQuestion, type LabelledSpan, withoutMarks } from './questions.ts'

/** A message to learn from: what it goes on from, and what it does to that. */
export interface LearnedTurn {
  readonly question: LabelledQuestion
  readonly following: Following | null
  readonly before: { readonly want: Want | null }
}

interface Wording {
  readonly language: string
  /** "yes", "no" or "unclear", then what a follow-up does, then wants or the reason; for asides their place. */
  readonly labels: readonly string[]
  readonly text: string
}

function readWordings(name: string): Wording[] {
  const lines = readFileSync(join(import.meta.dirname, 'questions/wordings', `${name}.txt`), 'utf8').split('\n')
  let [language, ...labels]: string[] = []
  return lines.flatMap((text) => {
    if (text.startsWith('# ')) [language, ...labels] = text.slice(2).split(' ')
    return text === '' || text.startsWith('# ') ? [] : [{ language: language ?? 'en', labels, text }]
  })
}

const kindOfSlot: Readonly<Record<string, SpanKind>> = {
  ...Object.fromEntries('tuvwyzsabr'.split('').map((slot) => [slot, 'topic'])),
  p: 'period',
  q: 'period',
  g: 'place',
  h: 'place',
  o: 'outlet',
  m: 'outlet',
  x: 'excluded',
}

const prepositions: Readonly<Record<string, RegExp>> = {
  en: /^(?:in|on|of|for|from|since|until|till|before|after|between|during|to|by|with|than|and|or|vs|versus)$/iu,
  de: /^(?:in|im|am|vom|von|seit|bis|vor|nach|zwischen|ab|mit|für|und|oder|vs)$/iu,
  es: /^(?:en|de|del|desde|hasta|antes|después|entre|para|por|y|o|a|vs)$/iu,
  fr: /^(?:en|au|aux|à|de|du|des|depuis|jusqu|avant|après|entre|pour|sur|et|ou|par|vs)$/iu,
}
/** What stands before a bare year or month. */
const dateOpening: Readonly<Record<string, string>> = { en: 'in ', de: 'in ', es: 'en ', fr: 'en ' }

type Pools = ReadonlyMap<string, readonly LabelledSpan[]>

const kindOfList: Readonly<Record<string, SpanKind>> = { topics: 'topic', places: 'place', outlets: 'outlet' }

/** The spans by language and kind from which the slots are filled: those of the labelled questions, and written ones. */
function collectSpans(questions: readonly LabelledQuestion[]): Pools {
  const pools = new Map<string, LabelledSpan[]>()
  for (const { language, labels, text } of readWordings('topics')) {
    const kind = kindOfList[labels[0] ?? ''] ?? 'topic'
    const written = text.split('; ').map((one) => ({ ...fallback, kind, text: one }))
    pools.set(`${language} ${kind}`, [...(pools.get(`${language} ${kind}`) ?? []), ...written])
  }
  for (const { spans, language, wants } of questions)
    for (const span of spans) {
      const isAhead = wants[0] === 'forecast' && span.kind === 'period'
      const key = `${language} ${isAhead ? 'ahead' : span.kind}`
      pools.set(key, [...(pools.get(key) ?? []), span])
    }
  return pools
}

const fallback: LabelledSpan = { kind: 'topic', start: 0, end: 0, text: 'chess', days: null }

/** Fills the slots of one wording. */
class Filler {
  readonly #pools: Pools
  readonly #random: Random
  constructor(pools: Pools, random: Random) {
    this.#pools = pools
    this.#random = random
  }

  /** The text with its spans; a slot for a removed topic is one of those before. */
  fill(
    { language, text: wording, labels }: Wording,
    isAhead: boolean,
    topicsBefore: readonly string[] = [],
  ): Pick<LabelledQuestion, 'text' | 'spans'> {
    const random = this.#random
    let [text, from] = ['', 0]
    const spans: LabelledSpan[] = []
    const used = new Set(topicsBefore)
    const isAmbiguous = labels.includes('ambiguous-topic') || /\{a\}/u.test(wording)
    for (const match of wording.matchAll(/\{([a-z])\}/gu)) {
      const [whole, slot = 't'] = match
      text += wording.slice(from, match.index)
      from = match.index + whole.length
      const kind = kindOfSlot[slot] ?? 'topic'
      const before = /[\p{L}']+(?=\s*$)/u.exec(text)?.[0] ?? ''
      const preposition = prepositions[language] ?? /^$/u
      const follows = preposition.test(before)
      let span = fallback
      if (slot === 'r') span = { ...fallback, text: random.pick(topicsBefore) }
      else if (isAmbiguous && (slot === 'a' || slot === 'b')) span = { ...fallback, text: this.#name() }
      else
        for (let tries = 0; tries < 20; tries += 1) {
          span = this.pick(language, kind === 'period' && isAhead ? 'ahead' : kind)
          const begins = preposition.test(/^[\p{L}']+/u.exec(span.text)?.[0] ?? '')
          if (!used.has(span.text) && !(follows && begins)) break
        }
      used.add(span.text)
      if (!follows && before !== '') {
        if (kind === 'period' && /^(?:\d{4}$|\p{L}+ \d{4}$|the |q\d)/iu.test(span.text) && random.chance(0.75))
          text += dateOpening[language] ?? ''
        if (kind === 'place' && random.chance(0.6)) text += 'in '
      }
      spans.push({ ...span, kind, start: text.length, end: text.length + span.text.length })
      text += span.text
    }
    return { text: text + wording.slice(from), spans }
  }

  pick(language: string, kind: string): LabelledSpan {
    const own = this.#pools.get(`${language} ${kind}`) ?? []
    const english = this.#pools.get(`en ${kind}`) ?? []
    return own.length === 0 || (language !== 'en' && kind === 'topic' && this.#random.chance(0.15))
      ? english.length === 0
        ? fallback
        : this.#random.pick(english)
      : this.#random.pick(own)
  }

  #name(): string {
    const name = this.#random.pick(ambiguousNames)
    return this.#random.chance(0.4) ? name.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()) : name
  }
}

type WrittenText = Pick<LabelledQuestion, 'text' | 'spans' | 'form'>

/** The same question as people type it: without capitals, with or without a question mark, with a slip. */
function typeCarelessly(question: WrittenText, random: Random): WrittenText {
  const { text } = question
  const spoken = random.chance(0.45) ? text.toLowerCase() : random.chance(0.5) ? capitalize(text) : text
  const plain = spoken.replace(/\?$/u, '')
  if (plain.length < 3) return { ...question, text: spoken }
  const ended = random.chance(0.4) ? `${plain}?` : plain
  const slip = random.chance(0.06) ? random.below(plain.length - 2) : null
  if (slip === null || !/^\p{L}{2}$/u.test(ended.slice(slip, slip + 2))) return { ...question, text: ended }
  return { ...question, text: ended.slice(0, slip) + ended[slip + 1] + ended[slip] + ended.slice(slip + 2) }
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The first text, then the second one with its spans moved. */
function joinTexts(first: WrittenText, joining: string, second: WrittenText): WrittenText {
  const by = first.text.length + joining.length
  return {
    text: first.text + joining + second.text,
    spans: [...first.spans, ...second.spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }))],
    form: first.form === 'none' ? second.form : first.form,
  }
}

/** What is asked of these depends on what they name. */
const namesMatter: ReadonlySet<Answerable> = new Set(['ambiguous-topic', 'private-person', 'future-price', 'off-topic'])

/** A labelled question about something else, so that its words are learned and not its topic; the same one where what is asked depends on what it names. */
function changeTopics(question: LabelledQuestion, filler: Filler, random: Random): LabelledQuestion {
  if (namesMatter.has(question.answer)) return question
  let [text, from] = ['', 0]
  const spans = question.spans.map((span) => {
    text += question.text.slice(from, span.start)
    from = span.end
    const isOther = span.kind === 'topic' || (span.kind === 'place' && random.chance(0.5))
    const other = isOther ? filler.pick(question.language, span.kind).text : span.text
    const words = isOther && span.text === span.text.toLowerCase() && random.chance(0.8) ? other.toLowerCase() : other
    text += words
    return { ...span, text: words, start: text.length - words.length, end: text.length }
  })
  return { ...question, text: text + question.text.slice(from), spans }
}

const usesOf: Readonly<Record<string, number>> = {
  english: 3,
  'other-languages': 2,
  'not-answerable': 3,
  'follow-ups': 4,
}

/** Writes training questions; equal seeds give equal ones. */
export function writeFromWordings(questions: readonly LabelledQuestion[], random: Random): LearnedTurn[] {
  const filler = new Filler(collectSpans(questions), random)
  const asides = readWordings('asides')
  const followUps = readWordings('follow-ups')
  const plain = (text: string): WrittenText => ({ text, spans: [], form: 'none' })
  const dress = (written: WrittenText, language: string): WrittenText => {
    const said = (place: string) => asides.filter((one) => one.language === language && one.labels[0] === place)
    let whole = written
    const further = followUps.filter(
      ({ language: spoken, labels, text }) =>
        spoken === language && labels[1] === 'keep' && labels[2] !== '=' && labels[0] === 'yes' && !text.includes('{'),
    )
    if (random.chance(0.15))
      whole = joinTexts(whole, random.pick([', and ', ' and ', '. ', '? ']), plain(random.pick(further).text))
    if (random.chance(0.06)) {
      const form = random.pick(
        asides.filter(
          ({ labels, language: spoken }) => spoken === language && !['before', 'after'].includes(labels[0] ?? ''),
        ),
      )
      whole = joinTexts(whole, random.pick([', ', ' ', '. ']), {
        ...plain(form.text),
        form: (form.labels[0] ?? 'none') as Form,
      }) // as its heading says
    }
    if (random.chance(0.3)) whole = joinTexts(plain(random.pick(said('before')).text), ' ', whole)
    if (random.chance(0.2))
      whole = joinTexts(whole, random.pick([' ', ', ', '. ', '? ']), plain(random.pick(said('after')).text))
    return typeCarelessly(whole, random)
  }
  const questionOf = (
    written: WrittenText,
    { language, labels: [answer, first = 'brief'] }: Pick<Wording, 'language' | 'labels'>,
    wants: readonly Want[],
  ): LabelledQuestion => ({
    ...written,
    wants,
    answer: answer === 'yes' ? 'yes' : (first as Answerable), // as its heading says
    language,
    inFull: null,
  })
  const single = ['english', 'other-languages', 'not-answerable'].flatMap((name) =>
    readWordings(name).flatMap((wording) =>
      Array.from({ length: usesOf[name] ?? 1 }, (): LearnedTurn => {
        const isAhead = wording.labels.some((label) => label === 'forecast' || label === 'future-price')
        const written = dress({ ...filler.fill(wording, isAhead), form: 'none' }, wording.language)
        const wants = wording.labels[0] === 'yes' ? (wording.labels.slice(1) as Want[]) : [] // as its heading says
        return { question: questionOf(written, wording, wants), following: null, before: { want: null } }
      }),
    ),
  )
  const whole = readWordings('whole').flatMap((wording) => {
    const wants = wording.labels[0] === 'yes' ? (wording.labels.slice(1) as Want[]) : [] // as its heading says
    const question = questionOf({ ...withoutMarks(wording.text), form: 'none' }, wording, wants)
    return [question, question, changeTopics(question, filler, random)].map((own): LearnedTurn => {
      const written = { ...own, ...typeCarelessly(own, random) }
      return { question: written, following: null, before: { want: null } }
    })
  })
  const firsts = questions.filter(({ answer, spans }) => answer === 'yes' && spans.some(({ kind }) => kind === 'topic'))
  const going = followUps.flatMap((wording) => {
    const { language, labels } = wording
    const [answer = 'yes', does = 'keep', ...named] = labels
    return Array.from({ length: usesOf['follow-ups'] ?? 1 }, (): LearnedTurn => {
      const first = random.pick(firsts)
      const want = first.wants[0] ?? 'brief'
      const topics = first.spans.filter(({ kind }) => kind === 'topic').map(({ text }) => text)
      const isAhead = named.some((label) => label === 'forecast' || label === 'future-price')
      const written = typeCarelessly({ ...filler.fill(wording, isAhead, topics), form: 'none' }, random)
      const wants = answer === 'yes' ? (named[0] === '=' ? [want] : (named as Want[])) : [] // as its heading says
      return {
        question: questionOf(written, { language, labels: [answer, ...named] }, wants),
        following: does as Following, // as its heading says
        before: { want },
      }
    })
  })
  const others = questions.map((question): LearnedTurn => {
    const other = changeTopics(question, filler, random)
    return { question: { ...other, ...typeCarelessly(other, random) }, following: null, before: { want: null } }
  })
  return [...single, ...whole, ...going, ...others]
}
