import type { RefusalRule } from '@auspex/contract'
import { findRefusal } from '@auspex/contract/refusals'
import { notFound, RefusalError } from '../http/problem.ts'
import { type Fields, valueAtPlace } from '../state/fields.ts'
import { type JudgedRequest, matches, namedItem, type RuleCheck, ruleChecks, textsAtPlace } from './rule-checks.ts'

/** Throws the `RefusalError` of the first rule of the contract (`x-refusals`) that a request breaks. */
export function requireAllowed(request: JudgedRequest): void {
  for (const rule of request.served.source['x-refusals'] ?? []) {
    if (!applies(rule, request)) continue
    const broken = checksOf(rule).find(({ holds }) => !holds(rule, request))
    if (broken !== undefined) throw refusalOf(rule, broken, request)
    if (checksOf(rule).length === 0) throw refusalOf(rule, { status: 422 }, request)
  }
}

function applies({ when = {}, unless = {} }: RefusalRule, { input }: JudgedRequest): boolean {
  const isMet = ([place, pattern]: [string, string]) => {
    const texts = textsAtPlace(place, input)
    if (Array.isArray(valueAtPlace(place, input))) texts.push('[]')
    return (texts.length === 0 ? [''] : texts).some((text) => matches(pattern, text))
  }
  return Object.entries(when).every(isMet) && !Object.entries(unless).some(isMet)
}

function checksOf(rule: RefusalRule): RuleCheck[] {
  return Object.entries(ruleChecks).flatMap(([name, check]) => (Object.hasOwn(rule, name) ? [check] : []))
}

function refusalOf(
  rule: RefusalRule,
  broken: { status: number; faults?: RuleCheck['faults'] },
  request: JudgedRequest,
): RefusalError {
  const { code, status, revision } = rule
  const chosen = status ?? broken.status
  if (chosen === 404) return notFound('', code)
  const faults = broken.faults?.(rule, request) ?? []
  const errors = faults.map(({ title: _title, detail: _detail, ...field }) => field)
  return new RefusalError({
    status: chosen,
    // the server's own words; where they are about a query, what is wrong with it
    ...(findRefusal(code) ?? { code, title: titleOf(code), ...wordsOf(faults) }),
    ...(errors.length === 0 ? {} : { errors }),
    // a conflicting save gets both versions
    ...(revision === undefined ? {} : { current: storedVersion(namedItem(request), revision) }),
  })
}

function wordsOf([first]: ReturnType<NonNullable<RuleCheck['faults']>>): { title?: string; detail?: string } {
  if (first === undefined) return {}
  const { message, title = message, detail } = first
  return { title, ...(detail === undefined ? {} : { detail }) }
}

/** The stored item, with its revision under that name. */
function storedVersion(item: Fields | null, place: string): Fields | null {
  return item === null ? null : { ...item, revision: item[place.slice(place.lastIndexOf('/') + 1)] }
}

/** The code as a sentence, for one without words: `signals.query_unreadable` becomes "Query unreadable". */
function titleOf(code: string): string {
  const words = code.slice(code.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
