import type { WorkflowParameter, WorkflowStep, WorkflowTool } from '@auspex/sdk'

type OfferType = WorkflowParameter['type'] | 'signals' | 'result'

/** A value that a step can use: a field that is filled in before a run, or something that an earlier step found. */
export interface OfferedValue {
  /** Its reference without braces, such as `steps.search.readable[0].signalId`. */
  readonly reference: string
  /** Its name on the screen, unique in its workflow: in a text it stands in guillemets, as in a mail merge. */
  readonly label: string
  readonly group: string
  readonly type: OfferType
}

export const fieldGroup = 'Filled in before a run'

/** The values that the step at a position can use, those filled in before the run first. */
export function listOffers(
  parameters: readonly WorkflowParameter[],
  stepsBefore: readonly WorkflowStep[],
  tools: readonly WorkflowTool[],
): OfferedValue[] {
  const labels = new Set<string>()
  const unique = (label: string) => {
    const free = labels.has(label) ? `${label} (${labels.size + 1})` : label
    labels.add(free)
    return free
  }
  const filledIn = parameters.map(({ name, label, type }) => ({
    reference: `parameters.${name}`,
    label: unique(label.trim() || name),
    group: fieldGroup,
    type,
  }))
  const outputs = stepsBefore.flatMap((step, index) => {
    const tool = tools.find(({ name }) => name === step.tool)
    const group = `Step ${index + 1}: ${step.title || tool?.title || step.tool}`
    return [
      ...(tool?.outputs ?? []).map(({ path, label, type }) => ({
        reference: `steps.${step.id}.${path}`,
        label: unique(`Step ${index + 1}: ${label}`),
        group,
        type,
      })),
      { reference: `results.${step.id}`, label: unique(group), group, type: 'result' as const },
    ]
  })
  return [...filledIn, ...outputs]
}

const wholeReference = /^\{\{\s*([^{}]+?)\s*\}\}$/

/** The reference that a value consists of; null when it is anything else. */
export function referenceOf(value: unknown): string | null {
  return typeof value === 'string' ? (wholeReference.exec(value)?.[1] ?? null) : null
}

export const toReference = (reference: string): string => `{{${reference}}}`

/** A text with the names of its values in guillemets; references that are not offered stay as they are written. */
export function showReferences(text: string, offers: readonly OfferedValue[]): string {
  return text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (written, reference: string) => {
    const offer = offers.find((candidate) => candidate.reference === reference)
    return offer === undefined ? written : `«${offer.label}»`
  })
}

/** The reverse of `showReferences`: a name that is not offered stays plain text. */
export function writeReferences(text: string, offers: readonly OfferedValue[]): string {
  return text.replaceAll(/«([^«»]+)»/g, (written, label: string) => {
    const offer = offers.find((candidate) => candidate.label === label.trim())
    return offer === undefined ? written : toReference(offer.reference)
  })
}

/** The input of a tool as JSON schema, as far as the builder reads it. */
export interface InputSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: InputSchema
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
}

type FieldKind =
  | 'text'
  | 'texts'
  | 'day'
  | 'number'
  | 'yes-no'
  | 'choice'
  | 'signal'
  | 'signals'
  | 'portfolio'
  | 'result'
  | 'groups'

/** The control that a field needs; null for a shape that can only be written as JSON. */
export function kindOf({ type, format, pattern, enum: choices, items, properties }: InputSchema): FieldKind | null {
  if (choices !== undefined) return 'choice'
  if (type === 'boolean') return 'yes-no'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string') {
    if (format === 'date') return 'day'
    if (pattern?.startsWith('^sig_') === true) return 'signal'
    return pattern?.startsWith('^pf_') === true ? 'portfolio' : 'text'
  }
  if (type === 'object') return properties?.tool !== undefined && properties.output !== undefined ? 'result' : null
  if (type !== 'array' || items === undefined) return null
  if (items.properties !== undefined) return 'groups'
  const kind = kindOf(items)
  if (kind === 'signal') return 'signals'
  return kind === 'text' ? 'texts' : null
}

const fittingTypes: Readonly<Record<FieldKind, readonly OfferType[]>> = {
  text: ['text', 'topic', 'topics', 'number', 'day'],
  texts: ['topics', 'topic', 'text'],
  day: ['day'],
  number: ['number'],
  'yes-no': [],
  choice: [],
  signal: ['signal'],
  signals: ['signals', 'signal'],
  portfolio: ['portfolio'],
  result: ['result'],
  groups: [],
}

/** The offered values that fit a field. */
export const fittingOffers = (kind: FieldKind, offers: readonly OfferedValue[]): OfferedValue[] =>
  offers.filter(({ type }) => fittingTypes[kind].includes(type))

/** Words for inputs whose names say too little by themselves. */
const inputLabels: Readonly<Record<string, string>> = {
  signalId: 'Signal',
  signalIds: 'Signals',
  portfolioId: 'Portfolio',
  documentId: 'Document',
  requestId: 'Search',
  of: 'What to show',
  limit: 'At most',
  words: 'Search words',
  waitSeconds: 'Seconds to wait at most',
}

/** The label of an input: `ageMin` is “Age min”. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return inputLabels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The input of a step as an object; null while it is not valid JSON. */
export function parseInput(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
