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

const maxTries = 20

/** What decides how a slot of a wording may be filled. */
interface SlotContext {
  readonly language: string
  /** The word in front of the slot. */
  readonly before: string
  /** Whether days to come are meant. */
  readonly isAhead: boolean
  /** Whether the wording asks which of several meanings is meant. */
  readonly isAmbiguous: boolean
  readonly used: ReadonlySet<string>
  readonly topicsBefore: readonly string[]
}

function isPreposition(word: string, language: string): boolean {
  return prepositions[language]?.test(word) ?? word === ''
}

function firstWordOf(text: string): string {
  return /^[\p{L}']+/u.exec(text)?.[0] ?? ''
}

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
      const span = this.#spanFor(slot, { language, before, isAhead, isAmbiguous, used, topicsBefore })
      used.add(span.text)
      text += this.#prepositionFor(kind, span, { language, before })
      spans.push({ ...span, kind, start: text.length, end: text.length + span.text.length })
      text += span.text
    }
    return { text: text + wording.slice(from), spans }
  }

  /** One for a slot that is not used yet, and does not begin with a second preposition. */
  #spanFor(slot: string, { language, before, isAhead, isAmbiguous, used, topicsBefore }: SlotContext): LabelledSpan {
    if (slot === 'r') return { ...fallback, text: this.#random.pick(topicsBefore) }
    if (isAmbiguous && (slot === 'a' || slot === 'b')) return { ...fallback, text: this.#name() }
    const kind = kindOfSlot[slot] ?? 'topic'
    let span = fallback
    for (let tries = 0; tries < maxTries; tries += 1) {
      span = this.pick(language, kind === 'period' && isAhead ? 'ahead' : kind)
      const isDoubled = isPreposition(before, language) && isPreposition(firstWordOf(span.text), language)
      if (!used.has(span.text) && !isDoubled) break
    }
    return span
  }

  /** What mostly stands before days and places, where a wording has no preposition there: "in ". */
  #prepositionFor(
    kind: SpanKind,
    { text }: LabelledSpan,
    { language, before }: Pick<SlotContext, 'language' | 'before'>,
  ): string {
    if (before === '' || isPreposition(before, language)) return ''
    if (kind === 'period' && /^(?:\d{4}$|\p{L}+ \d{4}$|the |q\d)/iu.test(text) && this.#random.chance(0.75))
      return dateOpening[language] ?? ''
    return kind === 'place' && this.#random.chance(0.6) ? 'in ' : ''
  }

  pick(language: string, kind: string): LabelledSpan {
    const own = this.#pools.get(`${language} ${kind}`) ?? []
    const english = this.#pools.get(`en ${kind}`) ?? []
    const isEnglish = own.length === 0 || (language !== 'en' && kind === 'topic' && this.#random.chance(0.15))
    const pool = isEnglish ? english : own
    return pool.length === 0 ? fallback : this.#random.pick(pool)
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
  const spoken = changeCapitals(text, random)
  const plain = spoken.replace(/\?$/u, '')
  if (plain.length < 3) return { ...question, text: spoken }
  const ended = random.chance(0.4) ? `${plain}?` : plain
  const slip = random.chance(0.06) ? random.below(plain.length - 2) : null
  if (slip === null || !/^\p{L}{2}$/u.test(ended.slice(slip, slip + 2))) return { ...question, text: ended }
  return { ...question, text: ended.slice(0, slip) + ended[slip + 1] + ended[slip] + ended.slice(slip + 2) }
}

/** Without capitals, with one in front, or as it is. */
function changeCapitals(text: string, random: Random): string {
  if (random.chance(0.45)) return text.toLowerCase()
  return random.chance(0.5) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text
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
  const writer = new TurnWriter(questions, random)
  return [
    ...['english', 'other-languages', 'not-answerable'].flatMap((name) => writer.writeFilled(name)),
    ...writer.writeWhole(),
    ...writer.writeFollowUps(),
    ...writer.changeQuestions(),
  ]
}

function plainText(text: string): WrittenText {
  return { text, spans: [], form: 'none' }
}

function labelledAs(
  written: WrittenText,
  { language, labels: [answer, reason = 'brief'] }: Pick<Wording, 'language' | 'labels'>,
  wants: readonly Want[],
): LabelledQuestion {
  // as its heading says
  return { ...written, wants, answer: answer === 'yes' ? 'yes' : (reason as Answerable), language, inFull: null }
}

function wantsOf({ labels: [answer, ...wants] }: Wording): readonly Want[] {
  return answer === 'yes' ? (wants as Want[]) : [] // as its heading says
}

function asksAhead(labels: readonly string[]): boolean {
  return labels.some((label) => label === 'forecast' || label === 'future-price')
}

class TurnWriter {
  readonly #questions: readonly LabelledQuestion[]
  readonly #random: Random
  readonly #filler: Filler
  readonly #asides = readWordings('asides')
  readonly #followUps = readWordings('follow-ups')
  constructor(questions: readonly LabelledQuestion[], random: Random) {
    this.#questions = questions
    this.#random = random
    this.#filler = new Filler(collectSpans(questions), random)
  }

  /** First messages from the wordings of a file, with what people say around a question. */
  writeFilled(name: string): LearnedTurn[] {
    return readWordings(name).flatMap((wording) =>
      Array.from({ length: usesOf[name] ?? 1 }, (): LearnedTurn => {
        const filled = this.#filler.fill(wording, asksAhead(wording.labels))
        const written = this.#dress({ ...filled, form: 'none' }, wording.language)
        return { question: labelledAs(written, wording, wantsOf(wording)), following: null, before: { want: null } }
      }),
    )
  }

  /** The questions that are written out, twice as they are and once about something else. */
  writeWhole(): LearnedTurn[] {
    return readWordings('whole').flatMap((wording) => {
      const question = labelledAs({ ...withoutMarks(wording.text), form: 'none' }, wording, wantsOf(wording))
      const other = changeTopics(question, this.#filler, this.#random)
      return [question, question, other].map((own) => this.#typedCarelessly(own))
    })
  }

  /** Messages that go on from one of the labelled questions. */
  writeFollowUps(): LearnedTurn[] {
    const firsts = this.#questions.filter(
      ({ answer, spans }) => answer === 'yes' && spans.some(({ kind }) => kind === 'topic'),
    )
    return this.#followUps.flatMap((wording) =>
      Array.from({ length: usesOf['follow-ups'] ?? 1 }, () => this.#goOn(this.#random.pick(firsts), wording)),
    )
  }

  #goOn(first: LabelledQuestion, wording: Wording): LearnedTurn {
    const [answer = 'yes', does = 'keep', ...named] = wording.labels
    const want = first.wants[0] ?? 'brief'
    const topics = first.spans.filter(({ kind }) => kind === 'topic').map(({ text }) => text)
    const filled = this.#filler.fill(wording, asksAhead(named), topics)
    const written = typeCarelessly({ ...filled, form: 'none' }, this.#random)
    const own = { ...wording, labels: [answer, ...named] }
    const wants = answer === 'yes' && named[0] === '=' ? [want] : wantsOf(own)
    // as its heading says
    return { question: labelledAs(written, own, wants), following: does as Following, before: { want } }
  }

  /** The labelled questions about something else. */
  changeQuestions(): LearnedTurn[] {
    return this.#questions.map((question) => this.#typedCarelessly(changeTopics(question, this.#filler, this.#random)))
  }

  #typedCarelessly(question: LabelledQuestion): LearnedTurn {
    const written = { ...question, ...typeCarelessly(question, this.#random) }
    return { question: written, following: null, before: { want: null } }
  }

  /** A question with another one behind it, how it is to look, and what people say before and after it, each now and then. */
  #dress(written: WrittenText, language: string): WrittenText {
    const random = this.#random
    const asides = this.#asides.filter((aside) => aside.language === language)
    const saidAt = (place: string) => random.pick(asides.filter(({ labels }) => labels[0] === place)).text
    let whole = written
    if (random.chance(0.15))
      whole = joinTexts(whole, random.pick([', and ', ' and ', '. ', '? ']), plainText(this.#furtherQuestion(language)))
    if (random.chance(0.06)) {
      const { text, labels } = random.pick(
        asides.filter((aside) => !['before', 'after'].includes(aside.labels[0] ?? '')),
      )
      const form = (labels[0] ?? 'none') as Form // as its heading says
      whole = joinTexts(whole, random.pick([', ', ' ', '. ']), { ...plainText(text), form })
    }
    if (random.chance(0.3)) whole = joinTexts(plainText(saidAt('before')), ' ', whole)
    if (random.chance(0.2)) whole = joinTexts(whole, random.pick([' ', ', ', '. ', '? ']), plainText(saidAt('after')))
    return typeCarelessly(whole, random)
  }

  /** One that needs no slot filled, and has a want of its own. */
  #furtherQuestion(language: string): string {
    const further = this.#followUps.filter(
      ({ language: spoken, labels: [answer, does, want], text }) =>
        spoken === language && answer === 'yes' && does === 'keep' && want !== '=' && !text.includes('{'),
    )
    return this.#random.pick(further).text
  }
}
