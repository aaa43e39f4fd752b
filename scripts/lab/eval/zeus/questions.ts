import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@auspex/contract/random'
import {
  answers,
  forms,
  type Answerable,
  type Following,
  type Want,
  wants,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import { spanKinds, type SpanKind } from '../../../../packages/analyst/src/understand/reader/question-words.ts'

/** A span of a labelled question; a period has its days. */
export interface LabelledSpan {
  readonly kind: SpanKind
  readonly start: number
  readonly end: number
  readonly text: string
  readonly days: LabelledDays | null
}

export type LabelledDays = readonly [from: string | null, to: string | null]

/** A question with what its writer says that it means. */
export interface LabelledQuestion {
  readonly text: string
  readonly spans: readonly LabelledSpan[]
  readonly wants: readonly Want[]
  readonly answer: Answerable
  readonly form: (typeof forms)[number]
  readonly language: string
  /** What the turn means after all that was said before; null for a first message. */
  readonly inFull: { readonly topics: readonly string[]; readonly periods: readonly LabelledDays[] } | null
}

interface Line {
  q: string
  wants: Want[]
  answer: 'yes' | 'no' | 'unclear'
  reason?: Answerable
  form?: (typeof forms)[number] | null
  lang?: string
  topics?: string[]
  periods?: [string, string][]
}

const marks = 'txpgo'

/** Takes the marks out of a labelled text. */
export function withoutMarks(marked: string): { text: string; spans: LabelledSpan[] } {
  let text = ''
  const spans: LabelledSpan[] = []
  let from = 0
  for (const match of marked.matchAll(/\[([txpgo]):([^|\]]*)(?:\|([^|\]]*)\|([^\]]*))?\]/gu)) {
    const [whole, mark = '', words = '', first, last] = match
    text += marked.slice(from, match.index)
    const kind = spanKinds[marks.indexOf(mark)] ?? 'topic'
    const days = first === undefined || last === undefined ? null : toDays([first, last])
    spans.push({ kind, start: text.length, end: text.length + words.length, text: words, days })
    text += words
    from = match.index + whole.length
  }
  return { text: text + marked.slice(from), spans }
}

/** `*` and `_` are open. */
function toDays([from, to]: readonly [string, string]): LabelledDays {
  return [/^\d/u.test(from) ? from : null, /^\d/u.test(to) ? to : null]
}

function knownReason(reason: Answerable | undefined): Answerable {
  return reason !== undefined && answers.includes(reason) ? reason : 'too-vague'
}

function toQuestion({ q, wants: wanted, answer, reason, form, lang, topics, periods }: Line): LabelledQuestion {
  return {
    ...withoutMarks(q),
    wants: wanted.filter((want) => wants.includes(want)),
    answer: answer === 'yes' ? 'yes' : knownReason(reason),
    form: form == null || !forms.includes(form) ? 'none' : form,
    language: lang ?? 'en',
    inFull: topics === undefined ? null : { topics, periods: (periods ?? []).map(toDays) },
  }
}

export type Part = 'open' | 'locked'

function readLines(name: string): string[] {
  return readFileSync(join(import.meta.dirname, 'questions', name), 'utf8')
    .trim()
    .split('\n')
}

export function readQuestions(part: Part): LabelledQuestion[] {
  return readLines(`${part}.jsonl`).map((line) => toQuestion(JSON.parse(line) as Line)) // our own file
}

export function readConversations(part: Part): LabelledQuestion[][] {
  return readLines(`${part}-conversations.jsonl`).map((line) => {
    const { turns, lang } = JSON.parse(line) as { turns: Line[]; lang: string } // our own file
    return turns.map((turn) => toQuestion({ ...turn, lang }))
  })
}

/** What a turn does to the topics before it, as its full meaning shows. */
export function followingOf(turn: LabelledQuestion, conversation: readonly LabelledQuestion[]): Following | null {
  const at = conversation.indexOf(turn)
  if (at <= 0 || turn.inFull === null) return null
  const topicsOf = (one: LabelledQuestion | undefined) =>
    new Set((one?.inFull?.topics ?? ownTopics(one)).map((topic) => topic.toLowerCase()))
  const [now, before, first] = [topicsOf(turn), topicsOf(conversation[at - 1]), topicsOf(conversation[0])]
  const own = new Set(ownTopics(turn).map((topic) => topic.toLowerCase()))
  if (own.size === 0) {
    if (isSame(now, before)) return 'keep'
    if (isSame(now, first)) return 'return'
    return now.size < before.size ? 'remove' : null
  }
  if (isSame(now, own)) return 'replace'
  if (isPart(own, now) && isPart(before, now)) return 'add'
  return [...own].every((topic) => !now.has(topic)) && isPart(now, before) ? 'remove' : 'replace'
}

export function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && isPart(a, b)
}

function isPart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((one) => b.has(one))
}

/** The topics that a question itself names. */
export function ownTopics(question: LabelledQuestion | undefined): string[] {
  return (question?.spans ?? []).filter(({ kind }) => kind === 'topic').map(({ text }) => text)
}

/** The days that a question itself names. */
export function periodsOf({ spans }: LabelledQuestion): LabelledDays[] {
  return spans.flatMap(({ days }) => (days === null ? [] : [days]))
}

/** What is wanted first; a brief where nothing is. */
export function mainWantOf({ wants: [want = 'brief'] }: LabelledQuestion): Want {
  return want
}

/** What the plain questions of an intent in `questions.txt` want; those of the others depend on their words. */
const wantsOfIntent: Readonly<Record<string, readonly Want[]>> = {
  brief: ['brief'],
  change: ['change'],
  tone: ['tone'],
  complaints: ['tone'],
  voices: ['voices'],
  places: ['places'],
  comparison: ['compare'],
  'comparison of tone': ['compare', 'tone'],
  narratives: ['narratives'],
  contexts: ['related'],
  forecast: ['forecast'],
  audience: ['audience'],
  price: ['price'],
  news: ['list'],
  quotes: ['quotes'],
  volume: ['volume'],
  trials: ['list'],
}
const usesOfWording = 6
/** The wordings of an intent that are for development; the rest is held out. */
const developedWith = 5

/** Plain questions, which people write who know the product: the wordings for development of `questions.txt`, about the topics and days of others. */
export function writePlainQuestions(questions: readonly LabelledQuestion[], random: Random): LabelledQuestion[][] {
  const spansOf = (kind: SpanKind) =>
    questions.flatMap(({ spans, language }) => (language === 'en' ? spans.filter((span) => span.kind === kind) : []))
  const [topics, periods] = [spansOf('topic'), spansOf('period')]
  const blocks = readFileSync(join(import.meta.dirname, 'questions.txt'), 'utf8')
    .trim()
    .split('\n\n')
  return blocks.flatMap((block) => {
    const [head = '', ...wordings] = block.split('\n')
    const intent =
      head
        .slice(2)
        .split('\t')[0]
        ?.replace(/ (?:in|of) a period$/u, '') ?? ''
    return wordings.slice(0, developedWith).flatMap((wording) => {
      const wanted: readonly Want[] | undefined =
        intent === 'spike' ? [/^(?:Why|What caused)/u.test(wording) ? 'why' : 'events'] : wantsOfIntent[intent]
      const isFollowUp = intent.startsWith('follow-up')
      if (wanted === undefined && !isFollowUp) return []
      return Array.from({ length: usesOfWording }, () => {
        const values = { a: random.pick(topics), b: random.pick(topics), p: random.pick(periods) }
        if (wanted !== undefined) return [fillIn(wording, wanted, values, random)]
        const first = fillIn('What changed for {a} {p}?', ['change'], { ...values, p: random.pick(periods) }, random)
        const next = fillIn(wording, intent.endsWith('tone') ? ['tone'] : ['change'], values, random)
        const own = { topics: ownTopics(next), periods: periodsOf(next) }
        const inFull = {
          topics: own.topics.length > 0 ? own.topics : ownTopics(first),
          periods: own.periods.length > 0 ? own.periods : periodsOf(first),
        }
        return [first, { ...next, inFull }]
      })
    })
  })
}

function fillIn(
  wording: string,
  wanted: readonly Want[],
  values: Record<string, LabelledSpan>,
  random: Random,
): LabelledQuestion {
  let [text, from] = ['', 0]
  const spans: LabelledSpan[] = []
  for (const match of wording.matchAll(/\{([abp])\}/gu)) {
    const span = values[match[1] ?? '']
    if (span === undefined) continue
    text += wording.slice(from, match.index)
    // "in 2012", "since 2012"
    if (span.kind === 'period' && /^(?:\d{4}$|\p{L}+ \d{4}$|the |q\d)/iu.test(span.text)) text += 'in '
    from = match.index + match[0].length
    spans.push({ ...span, start: text.length, end: text.length + span.text.length })
    text += span.text
  }
  text += wording.slice(from)
  return {
    text: random.chance(0.3) ? text.toLowerCase() : text,
    spans,
    wants: wanted,
    answer: 'yes',
    form: 'none',
    language: 'en',
    inFull: null,
  }
}
