import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answers, forms, type Answerable, type Following, type Want, wants } from '../../../../packages/analyst/src/understand/reader/question-model.ts'
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
function withoutMarks(marked: string): { text: string; spans: LabelledSpan[] } {
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

function toQuestion({ q, wants: wanted, answer, reason, form, lang, topics, periods }: Line): LabelledQuestion {
  return {
    ...withoutMarks(q),
    wants: wanted.filter((want) => wants.includes(want)),
    answer: answer === 'yes' ? 'yes' : reason !== undefined && answers.includes(reason) ? reason : 'too-vague',
    form: form == null || !forms.includes(form) ? 'none' : form,
    language: lang ?? 'en',
    inFull: topics === undefined ? null : { topics, periods: (periods ?? []).map(toDays) },
  }
}

export type Part = 'open' | 'locked'

function readLines(name: string): string[] {
  return readFileSync(join(import.meta.dirname, 'questions', name), 'utf8').trim().split('\n')
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
  if (now.isSupersetOf(own) && now.isSupersetOf(before)) return 'add'
  return now.isDisjointFrom(own) && now.isSubsetOf(before) ? 'remove' : 'replace'
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b)
}

export function ownTopics(question: LabelledQuestion | undefined): string[] {
  return (question?.spans ?? []).filter(({ kind }) => kind === 'topic').map(({ text }) => text)
}
