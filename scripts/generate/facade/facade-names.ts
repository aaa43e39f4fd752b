import type { ContractOperation } from '../contract-operation.ts'

/** Location of a call in the facade: `auspex.<resource>.<method>`. */
export interface FacadeName {
  readonly resource: string
  readonly method: string
}

/** Tags that belong to another section of the specification. Any other tag is a resource of the same name. */
const resourceOfTag: Readonly<Record<string, string>> = {
  discovery: 'explore',
  queries: 'explore',
  autocomplete: 'explore',
  claims: 'signals',
  evidence: 'signals',
  comparisons: 'signals',
  assistant: 'zeus',
  jobs: 'godmode',
  audit: 'godmode',
  security: 'godmode',
}

/** Descriptions of resources that cover only part of their tag. */
export const descriptionOfResource: Readonly<Record<string, string>> = {
  monitors: 'Rules about a signal that tell when they begin to hold.',
  subscriptions: 'Trends of a country or a category, sent by date.',
}

/** What operation names call a resource's noun, where it differs from the resource's name. */
const nounsOf: Readonly<Record<string, readonly string[]>> = {
  newsfeed: ['News'],
  sharing: ['Shared', 'Share'],
  subscriptions: ['GlobalTrendsSubscriptions', 'GlobalTrendsSubscription'],
}

type NameTable = Readonly<Record<string, `${string}.${string}`>>

/** Operations that the rule would give a name or place that is hard to find or read. */
const exceptions: NameTable = {
  topicQuery: 'explore.search',
  signalBySources: 'explore.searchSources',
  getQueryStatus: 'explore.searchStatus',
  topicQueryLiteBulk: 'explore.previewTopics',
  smartSearchLite: 'explore.smartSearch',
  listGlobalTrendsCountries: 'explore.listTrendCountries',
  fetchLocationMetrics: 'signals.locations',
  getInfluentialVoices: 'signals.voices',
  getExecutiveSummary: 'signals.summary',
  streamZeusReply: 'zeus.ask',
  regenerateZeusReply: 'zeus.regenerate',
  listWorkflows: 'workflows.list',
  listGroupPortfolios: 'portfolios.listOfGroup',
  listTopics: 'portfolios.listTrends',
  addNewContextsToContextSpace: 'contextSpaces.addContexts',
  deleteContextSpaceData: 'contextSpaces.delete',
  getGlobalTrendsSubscriptions: 'subscriptions.list',
  getMonitorSubscriptions: 'monitors.list',
  createMonitorSubscription: 'monitors.create',
  deleteMonitorSubscription: 'monitors.delete',
  previewMonitor: 'monitors.preview',
  updateMonitor: 'monitors.update',
  dryRunMonitor: 'monitors.dryRun',
  sendMonitorTestNotification: 'monitors.sendTest',
  getMonitorWebhookSecret: 'monitors.webhookSecret',
  rotateMonitorWebhookSecret: 'monitors.rotateWebhookSecret',
  listMonitorDeliveries: 'monitors.listDeliveries',
}

/**
 * Names of all operations: the tag is the resource, and the method is what remains of the operationId without the resource's noun, and without
 * `get` where that leaves a noun. Throws if two operations get the same name, or if the table names an operation that does not exist.
 */
export function toFacadeNames(
  operations: readonly ContractOperation[],
  table: NameTable = exceptions,
): Map<string, FacadeName> {
  const names = new Map<string, FacadeName>()
  const places = new Map<string, string>()
  for (const operation of operations) {
    const { operationId = '' } = operation
    const name = nameOf(operation, table)
    const methodPath = `${name.resource}.${name.method}`
    const other = places.get(methodPath)
    if (other !== undefined)
      throw new Error(`${other} and ${operationId} are both ${methodPath}: name one in facade-names.ts`)
    places.set(methodPath, operationId)
    names.set(operationId, name)
  }
  const unknown = Object.keys(table).filter((id) => !names.has(id))
  if (unknown.length > 0) throw new Error(`facade-names.ts names operations that do not exist: ${unknown.join(', ')}`)
  return names
}

function nameOf({ operationId = '', tags: [tag = ''] }: ContractOperation, table: NameTable): FacadeName {
  const exception = table[operationId]
  if (exception !== undefined) {
    const [resource = '', method = ''] = exception.split('.')
    return { resource, method }
  }
  const resource = resourceOfTag[tag] ?? tag.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
  const plural = capitalize(resource)
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '')
  const nouns = [...(nounsOf[resource] ?? []), plural, singular]
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? []
  const remainder = rest.replace(new RegExp(`^(${nouns.join('|')})(?=[A-Z]|$)`), '')
  return { resource, method: verb === 'get' && remainder !== '' ? uncapitalize(remainder) : `${verb}${remainder}` }
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function uncapitalize(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1)
}
